/** How many bytes a text takes in UTF-8; a lone surrogate takes the three of its replacement. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const size = sizeOf(text.codePointAt(at));
    bytes += size;
    at += unitsOf(size);
  }
  return bytes;
}

/** As much of the start of a text as fits into so many bytes, whole code points only. */
export function headOf(text: string, bytes: number): string {
  let end = 0;
  for (let room = bytes; end < text.length; ) {
    const size = sizeOf(text.codePointAt(end));
    room -= size;
    if (room < 0) break;
    end += unitsOf(size);
  }
  return text.slice(0, end);
}

/** As much of the end of a text as fits into so many bytes, whole code points only. */
export function tailOf(text: string, bytes: number): string {
  let start = text.length;
  for (let room = bytes; start > 0; ) {
    const pair = start > 1 ? sizeOf(text.codePointAt(start - 2)) : 0;
    const size = pair === 4 ? pair : sizeOf(text.codePointAt(start - 1));
    room -= size;
    if (room < 0) break;
    start -= unitsOf(size);
  }
  return text.slice(start);
}

function sizeOf(codePoint = 0): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** The UTF-16 units of a code point that takes so many bytes. */
function unitsOf(size: number): number {
  return size === 4 ? 2 : 1;
}
