// The words in the reader's language (`web/language.py`): a sentence, or of one that counts its two forms.

declare const catalog: { language: "fr" | "en"; words: Record<string, string | string[]> };
export default catalog;
