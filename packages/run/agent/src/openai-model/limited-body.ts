/** Reads the body of a model's response up to a length limit. */
import { textOfBody } from "@helve/core/internal";
import { ModelError } from "../model-error.ts";

/** Yields the text of a response's body as it arrives. @throws ModelError if it is longer than {@link maxAnswerBytes} */
export function bodyText(model: string, body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const problem = `${model}: the answer is longer than ${maxAnswerBytes} bytes`;
  return textOfBody(body, maxAnswerBytes, () => new ModelError("response", problem));
}

/** The longest answer that is read, in bytes, so that a server can't fill the memory. */
const maxAnswerBytes = 2 ** 26;

/** Returns the whole text of a body. @throws ModelError if it is longer than {@link maxAnswerBytes} */
export async function wholeBody(model: string, body: ReadableStream<Uint8Array> | null): Promise<string> {
  let text = "";
  for await (const piece of bodyText(model, body)) text += piece;
  return text;
}

/** Returns the beginning of a body, for a message. */
export async function bodyStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  let text = "";
  for await (const piece of bodyText("", body)) {
    text += piece;
    if (text.length > maxMessageBody) break;
  }
  return text;
}

const maxMessageBody = 2 ** 16;
