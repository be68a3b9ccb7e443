// Selects the leading question, and separates the rarely used options, which only the menu offers.

/** The questions with rarely used options, of one seat if given. @param {Question[]} questions @param {SeatId | null} [me] @returns {OptionQuestion[]} */
export const rare = (questions, me = null) => questions.flatMap((q) => (q.kind === "option" && q.rare && (!me || q.seats.includes(me)) ? [q] : []));

/** The questions without rarely used options. @param {Question[]} questions */
export const usual = (questions) => questions.filter((q) => q.kind !== "option" || !q.rare);

/** The leading question: bets (mandatory, or open on every field), else a mandatory bid, else a mandatory question, else the first. @param {Question[]} questions */
export const leading = (questions) => questions.find((q) => q.kind === "bet" && (q.must || !q.free))
  ?? questions.find((q) => q.must && q.kind === "bid") ?? questions.find((q) => q.must) ?? questions[0];
