// The translated sentences (`web/language.py`): a text, or a list of its singular and plural.

declare const catalog: { language: "fr" | "en"; words: Record<string, string | string[]> };
export default catalog;
