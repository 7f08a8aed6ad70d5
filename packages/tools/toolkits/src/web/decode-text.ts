/**
 * Decodes the text of a page. The encoding comes from the byte order mark, the header `Content-Type`, the page's `<meta>`, or is UTF-8.
 *
 * @param contentType - the header
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const label = markOf(start) ?? charsetOf(contentType) ?? declaredIn(start) ?? "utf-8";
  return decoderOf(label).decode(bytes);
}

/** Tells the encoding from a byte order mark; undefined without one. */
function markOf(start: string): string | undefined {
  if (start.startsWith("\u00ef\u00bb\u00bf")) return "utf-8";
  if (start.startsWith("\u00fe\u00ff")) return "utf-16be";
  return start.startsWith("\u00ff\u00fe") ? "utf-16le" : undefined;
}

/** Returns the charset that a `Content-Type` header names. */
function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

/** The encoding that a page declares itself. */
function declaredIn(start: string): string | undefined {
  const declared =
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(start) ??
    /<meta[^>]*?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(start);
  const label = declared?.[1];
  return label !== undefined && /^utf-?16/i.test(label) ? "utf-8" : label; // it was read byte by byte
}

/** Returns a decoder for a charset; UTF-8 if it is unknown. */
function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
