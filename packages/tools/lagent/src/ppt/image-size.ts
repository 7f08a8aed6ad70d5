/** Reads the format and the size of an image from its first bytes. */

/** The format and the size of an image, in pixels. */
export interface ImageSize {
  readonly type: "png" | "jpeg" | "gif";
  readonly width: number;
  readonly height: number;
}

/** Reads the size of an image from its first bytes; `undefined` if it is no PNG, JPEG or GIF. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = pngSize(view) ?? gifSize(view) ?? jpegSize(view);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function pngSize(view: DataView): ImageSize | undefined {
  const isPng = view.byteLength >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a;
  return isPng ? { type: "png", width: view.getUint32(16), height: view.getUint32(20) } : undefined;
}

function gifSize(view: DataView): ImageSize | undefined {
  const isGif = view.byteLength >= 10 && view.getUint32(0) === 0x47494638;
  return isGif ? { type: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) } : undefined;
}

/** Reads the size of a JPEG from its segment "start of frame", which other segments may precede. */
function jpegSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte
    } else if (startsFrame(marker)) {
      return { type: "jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    } else {
      at += 2 + view.getUint16(at + 2);
    }
  }
  return undefined;
}

/** Whether a JPEG marker starts a frame: C0 to CF, except for the tables C4, C8 and CC. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
