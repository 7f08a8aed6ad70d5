/** Reads the body of a request within limits of size and time. */
import { type Settings, timerOf } from "./server-options.ts";

/** The text of a body, or why it can't be read. */
export type Body =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly status: 400 | 408 | 413; readonly error: string };

/** Reads the body of a request, at most `maxBodyBytes` in at most `bodyTimeout` milliseconds. */
export async function readBody(request: Request, { maxBodyBytes, bodyTimeout }: Settings): Promise<Body> {
  const length = request.headers.get("content-length");
  const declared = length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
  if (declared !== undefined && declared > maxBodyBytes) return tooLarge(maxBodyBytes);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<Body>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), timerOf(bodyTimeout));
  });
  try {
    // HTTP servers end a body at its declared length, so it needs no counting.
    return await Promise.race([
      declared === undefined ? readCounted(request, maxBodyBytes, tooSlow) : readWhole(request, maxBodyBytes),
      tooSlow,
    ]);
  } catch {
    return { ok: false, status: 400, error: "The body ended too early." };
  } finally {
    clearTimeout(timer);
  }
}

const timedOut = { ok: false, status: 408, error: "The body took too long to arrive." } as const;

/** Refuses a body that is too large. */
function tooLarge(limit: number): Body {
  return { ok: false, status: 413, error: `The body is larger than ${limit} bytes.` };
}

/** Reads the body of a request, unless it is too long. */
async function readWhole(request: Request, limit: number): Promise<Body> {
  const text = await request.text();
  return text.length > limit ? tooLarge(limit) : { ok: true, text };
}

/** Reads a body of unknown length, and stops at the limit or when the time is over. */
async function readCounted(request: Request, limit: number, tooSlow: Promise<Body>): Promise<Body> {
  if (request.body === null) return { ok: true, text: "" };
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const decoder = new TextDecoder();
  let [bytes, text] = [0, ""];
  try {
    for (;;) {
      const read = await Promise.race([reader.read(), tooSlow]);
      if ("ok" in read) return read;
      if (read.done) return { ok: true, text: text + decoder.decode() };
      bytes += read.value.byteLength;
      if (bytes > limit) return tooLarge(limit);
      text += decoder.decode(read.value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
