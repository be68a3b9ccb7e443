// Parses a typed number of a house rule: null if it is empty and that is allowed, undefined if it is invalid.

/** @param {{ default?: HouseValue }} rule @param {{ value: string }} options */
export const typedNumber = (rule, { value }) => {
  const text = value.trim();
  return /^\d+$/.test(text) ? Number(text) : !text && rule.default === null ? null : undefined;
};
