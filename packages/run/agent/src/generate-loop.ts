import { optionIssue, throwIssues } from "./agent-error.ts";
import type { AgentRun } from "./agent-event.ts";
import { checkLoopOptions } from "./check-loop-options.ts";
import { conversationIssues } from "./conversation-issues.ts";
import { answerEnds, loop, type Strategy } from "./loop.ts";
import type { LoopOptions } from "./loop-options.ts";
import { type Message, userMessage } from "./message.ts";
import { shown } from "./option-types.ts";

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

/** Returns the conversation that an input begins. @throws AgentError if it is neither a text nor messages, or a call has no result */
export function messagesOf(input: string | readonly Message[]): readonly Message[] {
  if (typeof input === "string") return [userMessage(input)];
  if (!Array.isArray(input)) {
    throwIssues([optionIssue("the input", `must be a text or a list of messages (got ${shown(input)})`)]);
  }
  throwIssues(conversationIssues(input, "the input:"));
  return input;
}

/** A message without calls is the answer. */
export const loopStrategy: Strategy = { kind: "loop", ownTools: [], intercept: () => undefined, ...answerEnds };
