/** Reads the calls of a run from the messages of a chat. */
import { isObject, ownMember } from "@helve/core/internal";
import { type LoggedCall, type LoggedResult, textIn } from "./recorded-run.ts";

/** The data about a run that the messages of a chat contain. */
export interface ChatRun {
  readonly prompt: string;
  readonly answer: string;
  readonly calls: readonly LoggedCall[];
}

/**
 * Reads the messages of a chat: calls are `tool_calls` of the model, results are messages of the role `tool`.
 *
 * @param resultOf - what a message of the role `tool` says of its call
 */
export function chatRun(messages: unknown, resultOf: (message: object) => LoggedResult = chatResult): ChatRun {
  const list = Array.isArray(messages) ? messages.filter(isObject) : [];
  const calls: LoggedCall[] = [];
  let prompt: string | undefined;
  let answer = "";
  for (const message of list) {
    const role = ownMember(message, "role");
    const text = textIn(ownMember(message, "content"));
    if (role === "user") prompt ??= text;
    if (role === "assistant") {
      if (text.trim() !== "") answer = text;
      calls.push(...callsIn(ownMember(message, "tool_calls"), calls.length));
    }
    if (role === "tool") {
      const id = ownMember(message, "tool_call_id");
      const call = id === undefined || id === null ? openCall(calls) : calls.findLast((each) => each.id === id);
      if (call !== undefined) call.result ??= resultOf(message);
    }
  }
  return { prompt: prompt ?? "", answer, calls };
}

/** The first call without a result, for logs whose results don't name their calls. */
function openCall(calls: readonly LoggedCall[]): LoggedCall | undefined {
  return calls.find(({ result }) => result === undefined);
}

/** The calls of one message. The function is a name, or an object with the name and the arguments. */
function callsIn(list: unknown, before: number): readonly LoggedCall[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((call, index) => {
    const called = ownMember(call, "function");
    const inner = isObject(called) ? called : call;
    const name = typeof called === "string" ? called : ownMember(inner, "name");
    const args = ownMember(inner, "arguments") ?? ownMember(inner, "args");
    return { id: String(ownMember(call, "id") ?? `call_${before + index + 1}`), tool: String(name ?? ""), args };
  });
}

/** Reads the result of a call from a message; an `error` in it may be a text, or an object with a message. */
function chatResult(message: object): LoggedResult {
  const text = textIn(ownMember(message, "content"));
  const error = ownMember(message, "error");
  if (error === undefined || error === null) return { text };
  const reason = typeof error === "string" ? error : String(ownMember(error, "message") ?? "");
  return { text: text === "" ? reason : text, isError: true };
}
