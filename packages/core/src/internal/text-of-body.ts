/**
 * Yields the text of the body of a request or a response as it arrives, up to a length: whoever sends it must not fill the memory.
 *
 * @param most - in bytes
 * @param tooLong - creates the error that is thrown if the body is longer
 */
export async function* textOfBody(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  tooLong: () => Error,
): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > most) throw tooLong();
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
