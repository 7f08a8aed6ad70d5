/** The text of bytes in base64, in UTF-16 or UTF-8; `undefined` if it is no base64. */
export function decodeBase64(text: string, encoding: "utf16" | "utf8"): string | undefined {
  const bytes = base64Bytes(text);
  return bytes === undefined ? undefined : new TextDecoder(encoding === "utf16" ? "utf-16le" : "utf-8").decode(bytes);
}

function base64Bytes(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/\s/g, "");
  if (compact === "" || !/^[A-Za-z\d+/]+={0,2}$/.test(compact)) return undefined;
  try {
    return Uint8Array.from(atob(compact), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
