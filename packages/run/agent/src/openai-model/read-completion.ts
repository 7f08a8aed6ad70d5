import { isObject } from "@helve/core/internal";
import { MessageBuilder } from "../message-builder.ts";
import type { ModelEvent } from "../model.ts";
import { ModelError } from "../model-error.ts";
import { ThoughtSplitter, withOpenedThought } from "../thought-splitter.ts";
import { callsIn, member, reasoningIn, stopReasonOf, textIn, usageIn } from "./completion.ts";
import { throwIfError } from "./error-message.ts";

/**
 * Reads an answer that was not streamed.
 *
 * @throws ModelError if it is not an answer
 */
export function* readCompletion(model: string, text: string): Generator<ModelEvent> {
  const answer = parsed(model, text);
  throwIfError(model, answer);
  const choices = answer["choices"];
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) throw unreadable(model, "it has no choices", text);
  const message = member(choice, "message");

  const builder = new MessageBuilder();
  const [reasoning, content, calls] = [reasoningIn(message), textIn(message["content"]), callsIn(message)];
  const splitter = new ThoughtSplitter();
  const pieces = [{ type: "reasoning", delta: reasoning } as const, ...splitter.read(content), ...splitter.end()];
  for (const { type, delta } of pieces) {
    builder.add(type, delta);
    if (delta !== "") yield { type, delta };
  }
  for (const [index, { id, name, arguments: raw }] of calls.entries()) {
    builder.call({ id, name, arguments: raw });
    yield { type: "arguments", index, name, delta: raw };
  }
  const stopReason = stopReasonOf(choice["finish_reason"], calls.length > 0);
  yield { type: "end", response: { message: withOpenedThought(builder.build()), stopReason, usage: usageIn(answer) } };
}

/** Parses an answer as a JSON object. */
function parsed(model: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The text is not JSON: see below.
  }
  throw unreadable(model, "it is not a JSON object", text);
}

/** Creates the error of an unreadable answer. */
function unreadable(model: string, why: string, text: string): ModelError {
  return new ModelError("response", `${model}: the answer can't be read: ${why}: ${text.slice(0, 200)}`);
}
