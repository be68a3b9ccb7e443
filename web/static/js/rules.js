// A house rule's values in the words of its own help: "(two_d6)" stands behind the words that it names.

export function valueWords(rule, value) {
  const found = new RegExp(`([^,.;]*?)\\s*\\(${value}\\)`).exec(rule.help ?? "");
  const words = found?.[1].trim().replace(/^(ou|et|soit)\s+/, "");
  return words && words.length < 90 ? words.charAt(0).toUpperCase() + words.slice(1) : String(value);
}

export const withoutCodes = (rule) => (rule.help ?? "").replace(/\s*\(([a-z0-9_]+)\)/g, "");
