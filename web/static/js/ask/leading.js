// Selects the leading question, and the rarely used options, which only the menu offers.

/** The questions with rarely used options, of one seat if given. @param {Question[]} questions @param {SeatId | null} [me] @returns {OptionQuestion[]} */
export const rare = (questions, me = null) => questions.flatMap((q) => (q.kind === "option" && q.rare && (!me || q.seats.includes(me)) ? [q] : []));

/** The other questions. @param {Question[]} questions */
export const usual = (questions) => questions.filter((q) => q.kind !== "option" || !q.rare);

/** Bets open to all first, then a bid, then mandatory questions. @param {Question[]} questions */
export const leading = (questions) => questions.find((q) => q.kind === "bet" && (q.must || !q.free))
  ?? questions.find((q) => q.must && q.kind === "bid") ?? questions.find((q) => q.must) ?? questions[0];
