/** A text as a model reads it: without invisible characters, with characters of the Unicode tags as letters, and with line breaks. */
export function readableText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/\\[nrt]/g, "  ")
    .replace(/[\u2018\u2019]/g, "'");
}
