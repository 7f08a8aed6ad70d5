/** Shortens a conversation that becomes too long for its model: drops old messages or summarizes them. */
import type { Locale } from "@helve/core";
import { longestStart } from "@helve/core/internal";
import { withShorterResults } from "./compaction/shorter-results.ts";
import { bytesPerToken, estimateTokens } from "./estimate-tokens.ts";
import { type Message, plainText, systemMessage, textOf, userMessage } from "./message.ts";
import type { ModelRequest, ModelResponse } from "./model.ts";

/** Options for shortening a conversation that becomes too long for its model. */
export interface Compaction {
  /** Shortens it when it is estimated to have more tokens. It is also shortened when the model says that it is too long. */
  readonly tokens: number;
  /** `trimMessages` by default. */
  readonly compact?: Compactor | undefined;
}

/** Shortens a conversation. Each call that it keeps must keep its result. */
export type Compactor = (
  messages: readonly Message[],
  context: CompactionContext,
) => readonly Message[] | Promise<readonly Message[]>;

/** The inputs of a {@link Compactor}. */
export interface CompactionContext {
  /** How many tokens should be left. */
  readonly tokens: number;
  readonly signal: AbortSignal;
  /** Asks the model of the run; its usage is counted. */
  complete(request: ModelRequest): Promise<ModelResponse>;
}

/**
 * Leaves out the oldest turns after the first request of the user, until the estimated tokens fit. System messages, that request
 * and the last turn always stay; if they don't fit, the longest results of tools are cut.
 */
export function trimMessages(
  messages: readonly Message[],
  { tokens }: Pick<CompactionContext, "tokens">,
): readonly Message[] {
  const { head, left, tail } = split(messages, tokens);
  return withShorterResults(left.length === 0 ? messages : [...head, ...tail], tokens);
}

/** Creates a compactor that replaces what `trimMessages` would leave out by a summary of the model. */
export function summarizeMessages(options: SummaryOptions = {}): Compactor {
  const { locale = "en" } = options;
  return async (messages, { tokens, signal, complete }) => {
    const { head, left, tail } = split(messages, tokens * 0.8);
    if (left.length === 0) return withShorterResults(messages, tokens);
    const { message } = await complete({
      messages: [systemMessage(texts[locale].instructions), userMessage(left.map(transcript).join("\n\n"))],
      signal,
    });
    const room = tokens - estimateTokens(head) - estimateTokens(tail);
    const summary = longestStart(textOf(message).trim(), Math.max(room, tokens * minSummary) * bytesPerToken);
    const summaries = summary === "" ? [] : [userMessage(`${texts[locale].title}\n${summary}`)];
    return withShorterResults([...head, ...summaries, ...tail], tokens);
  };
}

/** Options of {@link summarizeMessages}. */
export interface SummaryOptions {
  /** The language of the instructions; `en` by default. */
  readonly locale?: Locale | undefined;
}

/** Splits a conversation in its head, the turns to leave out, and the turns that stay. */
function split(messages: readonly Message[], tokens: number) {
  // An earlier summary is summarized again: otherwise each compaction would leave more.
  const firstAnswer = messages.findIndex(
    (message) => message.role === "assistant" || message.role === "tool" || isSummary(message),
  );
  const head = firstAnswer < 0 ? messages : messages.slice(0, firstAnswer);
  const turns = turnsOf(messages.slice(head.length));
  let size = estimateTokens(head);
  let kept = 0;
  for (const turn of turns.toReversed()) {
    size += estimateTokens(turn);
    if (kept > 0 && size > tokens) break;
    kept++;
  }
  return {
    head,
    left: turns.slice(0, turns.length - kept).flat(),
    tail: turns.slice(turns.length - kept).flat(),
  };
}

/** Whether a message is a summary that replaced earlier messages. */
function isSummary(message: Message): boolean {
  return (
    message.role === "user" &&
    Object.values(texts).some(({ title }) => plainText(message.parts).startsWith(`${title}\n`))
  );
}

/** The part of the tokens that a summary may always have. */
const minSummary = 0.1;

/** Splits a conversation into turns: a message of the model with the results of its calls. */
function turnsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last === undefined || message.role === "assistant") turns.push([message]);
    else last.push(message);
  }
  return turns;
}

/** Writes a message as text, for summaries. */
function transcript(message: Message): string {
  if (message.role === "system") return `system: ${message.content}`;
  if (message.role !== "assistant") return `${message.role}: ${plainText(message.parts)}`;
  const parts = message.parts.map((part) =>
    part.type === "call" ? `call of ${part.name}: ${part.arguments}` : part.content,
  );
  return `assistant: ${parts.join("\n")}`;
}

const texts = {
  en: {
    instructions:
      "Summarize the following part of a conversation between a user, an assistant and its tools. Keep what the assistant needs to go on: facts, names, numbers, decisions, what was tried and what is left to do. Write only the summary.",
    title: "Summary of the conversation so far:",
  },
  zh: {
    instructions:
      "请总结以下用户、助手及其工具之间对话的片段。保留助手继续工作所需的内容：事实、名称、数字、决定、已经尝试的和尚未完成的事。只写总结。",
    title: "此前对话的总结：",
  },
} as const;
