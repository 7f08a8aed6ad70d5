/** The media type and the base64 data of a `data:` URL; `undefined` for any other text (RFC 2397). */
export function dataUrlParts(url: string): { readonly mediaType: string; readonly base64: string } | undefined {
  if (!url.startsWith("data:")) return undefined;
  const comma = url.indexOf(",");
  if (comma === -1) return undefined;
  const header = url.slice("data:".length, comma);
  const isBase64 = /;\s*base64$/i.test(header);
  const mediaType = header.replace(/;\s*base64$/i, "") || "text/plain";
  const data = url.slice(comma + 1);
  try {
    return { mediaType, base64: isBase64 ? data : base64Of(decodeURIComponent(data)) };
  } catch {
    return undefined; // an invalid escape
  }
}

/** A `data:` URL of base64 data. */
export function dataUrl(base64: string, mediaType: string): string {
  return `data:${mediaType};base64,${base64}`;
}

/** The base64 form of a text in UTF-8. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
