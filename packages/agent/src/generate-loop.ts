import { isObject } from "@helve/core/internal";
import { AgentError, optionIssue } from "./agent-error.ts";
import type { AgentRun } from "./agent-event.ts";
import { checkLoopOptions } from "./check-loop-options.ts";
import { answerEnds, loop, type Strategy } from "./loop.ts";
import type { LoopOptions } from "./loop-options.ts";
import { type Message, userMessage } from "./message.ts";

/**
 * Runs an agent until the model writes a message without a call (Inspect `generate_loop`).
 *
 * @param input - the request of the user, or a conversation
 * @throws AgentError if an option is invalid; an invalid option of the session is thrown when the first event is read
 *
 * @example
 * const outcome = await outcomeOf(generateLoop("What is 1 + 2?", { model, executor }));
 */
export function generateLoop(input: string | readonly Message[], options: LoopOptions): AgentRun {
  checkLoopOptions(options);
  return loop({ messages: messagesOf(input) }, loopStrategy, options);
}

/** Returns the conversation that an input begins. @throws AgentError if it is neither a text nor messages */
export function messagesOf(input: string | readonly Message[]): readonly Message[] {
  if (typeof input === "string") return [userMessage(input)];
  if (Array.isArray(input) && input.every(isMessage)) return input;
  throw new AgentError([optionIssue("the input", "must be a text or a list of messages with roles")]);
}

function isMessage(message: unknown): boolean {
  if (!isObject(message)) return false;
  const { role, content, parts } = message;
  if (role === "system") return typeof content === "string";
  return (role === "user" || role === "assistant" || role === "tool") && Array.isArray(parts);
}

/** A message without calls is the answer. */
export const loopStrategy: Strategy = { kind: "loop", ownTools: [], intercept: () => undefined, ...answerEnds };
