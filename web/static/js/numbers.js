// A number of a house rule as it was typed: null where it may be empty and is, undefined where it is none.

/** @param {{ default?: HouseValue }} rule @param {{ value: string }} options */
export const typedNumber = (rule, { value }) => {
  const text = value.trim();
  return /^\d+$/.test(text) ? Number(text) : !text && rule.default === null ? null : undefined;
};
