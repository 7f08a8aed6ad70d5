/** Reads and creates `data:` URLs. */

/** The parts of a `data:` URL. */
export interface DataUrl {
  /** Without its parameters. */
  readonly mediaType: string;
  readonly base64: string;
}

/** Returns the media type and the data of a `data:` URL, `undefined` for any other text (RFC 2397). */
export function readDataUrl(url: string): DataUrl | undefined {
  const {
    type,
    base64,
    data = "",
  } = /^data:(?<type>[^;,]*)[^,]*?(?<base64>;\s*base64)?,(?<data>.*)$/isu.exec(url)?.groups ?? {};
  if (type === undefined) return undefined;
  try {
    const content = decodeURIComponent(data);
    return { mediaType: type.trim() || "text/plain", base64: base64 === undefined ? base64Of(content) : content };
  } catch {
    return undefined; // an invalid escape
  }
}

/** Returns a `data:` URL of base64 data. */
export function dataUrl(base64: string, mediaType: string): string {
  return `data:${mediaType};base64,${base64}`;
}

/** Returns the base64 form of a text in UTF-8. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
