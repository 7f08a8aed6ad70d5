import { ModelError } from "../model-error.ts";

/** The longest answer that is read: a server must not fill the memory. In bytes. */
const maxAnswerBytes = 2 ** 26;

/**
 * Yields the text of a body as it arrives, up to a length.
 *
 * @throws ModelError if the body is longer
 */
export async function* textOfBody(
  model: string,
  body: ReadableStream<Uint8Array> | null,
  most: number = maxAnswerBytes,
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
      if (bytes > most) throw new ModelError("response", `${model}: the answer is longer than ${most} bytes`);
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Returns the whole text of a body. @throws ModelError if it is longer than {@link maxAnswerBytes} */
export async function wholeBody(model: string, body: ReadableStream<Uint8Array> | null): Promise<string> {
  let text = "";
  for await (const piece of textOfBody(model, body)) text += piece;
  return text;
}

/** Returns the beginning of a body, for a message. */
export async function bodyStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  let text = "";
  for await (const piece of textOfBody("", body)) {
    text += piece;
    if (text.length > maxMessageBody) break;
  }
  return text;
}

const maxMessageBody = 2 ** 16;
