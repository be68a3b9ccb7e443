// Selects the leading question.

/** Bets open to all first, then a bid, then mandatory questions. @param {Question[]} questions */
export const leading = (questions) => questions.find((q) => q.kind === "bet" && (q.must || !q.free))
  ?? questions.find((q) => q.must && q.kind === "bid") ?? questions.find((q) => q.must) ?? questions[0];
