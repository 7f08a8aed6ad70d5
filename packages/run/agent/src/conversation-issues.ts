import type { Issue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Message } from "./message.ts";
import { shown } from "./option-types.ts";

/**
 * The issues of a conversation that the host created: something that is no message, and a call without its result, with which servers
 * refuse the whole conversation.
 *
 * @param place - what the conversation is, for the messages of the issues
 */
export function conversationIssues(messages: unknown, place: string): readonly Issue[] {
  if (!Array.isArray(messages)) return [issue(place, `must be a list of messages (got ${shown(messages)})`)];
  const issues = messageIssues(messages, place);
  return issues.length > 0 ? issues : callIssues(messages, place);
}

/**
 * Whether a value is a message of a conversation, such as one that was stored as JSON.
 *
 * @example
 * const messages = JSON.parse(text).filter(isMessage);
 */
export function isMessage(value: unknown): value is Message {
  return messageProblem(value) === undefined;
}

/** The issues of messages, each for itself. */
export function messageIssues(messages: readonly unknown[], place: string): readonly Issue[] {
  return messages.flatMap((message, index) => {
    const problem = messageProblem(message);
    return problem === undefined ? [] : [{ ...issue(place, `message ${index + 1}: ${problem}`), path: `/${index}` }];
  });
}

/** Says what is wrong with a message of a conversation; undefined if nothing is. */
function messageProblem(message: unknown): string | undefined {
  if (!isObject(message)) return `it must be an object (got ${shown(message)})`;
  const { role, content, parts, callId, name } = message;
  switch (role) {
    case "system":
      return typeof content === "string" ? undefined : "a system message needs content, a text";
    case "user":
      return isResult(parts) ? undefined : 'a user message needs parts, as userMessage("…") creates them';
    case "assistant":
      return isParts(parts) && parts.every(isAssistantPart)
        ? undefined
        : "an assistant message needs parts: texts, reasoning and calls with id, name and arguments as texts";
    case "tool":
      return isResult(parts) && typeof callId === "string" && typeof name === "string"
        ? undefined
        : "a tool message needs callId, name and parts";
    default:
      return `its role must be "system", "user", "assistant" or "tool" (got ${shown(role)})`;
  }
}

/** Whether a value is a list of message parts, each with a `type`. */
function isParts(parts: unknown): parts is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(parts) && parts.every((part) => isObject(part) && typeof part["type"] === "string");
}

function isResult(parts: unknown): boolean {
  return isParts(parts) && parts.every(({ type, content }) => type === "json" || typeof content === "string");
}

function isAssistantPart({ type, content, id, name, arguments: raw }: Readonly<Record<string, unknown>>): boolean {
  if (type === "call") return [id, name, raw].every((text) => typeof text === "string");
  return (type === "text" || type === "reasoning") && typeof content === "string";
}

/** Finds calls without a result, and results without a call. @param messages - which have the members that their roles need */
function callIssues(messages: readonly Readonly<Record<string, unknown>>[], place: string): readonly Issue[] {
  const answered = new Set(messages.flatMap(({ role, callId }) => (role === "tool" ? [callId] : [])));
  const calls = messages.flatMap(({ role, parts }) =>
    role === "assistant" && isParts(parts) ? parts.filter(({ type }) => type === "call") : [],
  );
  return calls
    .filter(({ id }) => !answered.has(id))
    .map(({ id, name }) => issue(place, `the call ${shown(id)} of ${shown(name)} has no result: add a tool message`));
}

/** Builds the issue that a message at a place has a problem. */
function issue(place: string, problem: string): Issue {
  return { code: "message", message: `${place} ${problem}` };
}
