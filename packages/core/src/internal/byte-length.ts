/** Measures and cuts texts by their length in UTF-8, without encoding them. */

/** Returns the length of a text in bytes of UTF-8; a lone surrogate counts as the three bytes of its replacement. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const size = codePointSize(text.codePointAt(at));
    bytes += size;
    at += codePointUnits(size);
  }
  return bytes;
}

/** Returns the longest start of a text that fits into so many bytes, without splitting code points. */
export function longestStart(text: string, bytes: number): string {
  let end = 0;
  for (let room = bytes; end < text.length; ) {
    const size = codePointSize(text.codePointAt(end));
    room -= size;
    if (room < 0) break;
    end += codePointUnits(size);
  }
  return text.slice(0, end);
}

/** Returns the longest end of a text that fits into so many bytes, without splitting code points. */
export function longestEnd(text: string, bytes: number): string {
  let start = text.length;
  for (let room = bytes; start > 0; ) {
    const pair = start > 1 ? codePointSize(text.codePointAt(start - 2)) : 0;
    const size = pair === 4 ? pair : codePointSize(text.codePointAt(start - 1));
    room -= size;
    if (room < 0) break;
    start -= codePointUnits(size);
  }
  return text.slice(start);
}

/** Returns how many bytes a code point takes in UTF-8. */
function codePointSize(codePoint = 0): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** Returns the number of UTF-16 units of a code point that takes so many bytes in UTF-8. */
function codePointUnits(size: number): number {
  return size === 4 ? 2 : 1;
}
