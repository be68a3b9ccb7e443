// Which of several questions is asked first.

/** Bets that all may put at once, then a bid, then whatever must be answered. @param {Question[]} questions */
export const leading = (questions) => questions.find((q) => q.kind === "bet" && (q.must || !q.free))
  ?? questions.find((q) => q.must && q.kind === "bid") ?? questions.find((q) => q.must) ?? questions[0];
