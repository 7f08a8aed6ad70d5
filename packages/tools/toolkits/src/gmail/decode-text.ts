/**
 * Decodes the text of a part of a mail. Gmail delivers most texts as UTF-8, even if they name another character set. The named one is only
 * used for bytes that are not valid UTF-8, and for those with escape sequences.
 */
export function decodePart(bytes: Uint8Array, charset: string | undefined): string {
  if (charset !== undefined && bytes.includes(escapeByte)) return decodeText(bytes, charset) ?? decodeLoosely(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeText(bytes, charset ?? "windows-1252") ?? decodeLoosely(bytes);
  }
}

/** The byte that starts an escape sequence of ISO 2022, as in Japanese mails. */
const escapeByte = 0x1b;

function decodeLoosely(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Decodes bytes in a character set that a mail names; `undefined` if it is unknown. */
function decodeText(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}
