/** Middleware of TanStack AI that guards each tool call and waits for a person's answer where a rule requires it. */
import {
  type ApprovalAnswer,
  type CallDecision,
  type GuardedCalls,
  RawArguments,
  unusedId,
  unwrapArguments,
  wrapArguments,
} from "@helve/adapter";
import type { ToolCall } from "@helve/core";
import {
  type ChatMiddleware,
  type ChatMiddlewareConfig,
  type ChatMiddlewareContext,
  isProviderExecutedToolCall,
  type ToolCall as SdkToolCall,
  type StreamChunk,
} from "@tanstack/ai";
import { type ApprovalInterrupt, approvalInterrupt, askAbout } from "./approval-interrupt.ts";

/** The answers of persons, by the id of the call, from the interrupts of a run until the call is executed. */
export type Answers = Map<string, ApprovalAnswer>;

/** The middleware of guarded calls: it asks before tools run, and hands their answers over. */
export interface CallMiddleware extends ChatMiddleware<unknown, ApprovalInterrupt> {}

/**
 * Creates the middleware. Before tools run, it decides about each call of them, and interrupts the run for those that a person has to decide
 * about. When the client has answered, the calls continue.
 */
export function callMiddleware({ answers, held, decide, hasEnded, onConfig }: CallMiddlewareOptions): CallMiddleware {
  const raw = new RawArguments();
  return {
    name: "helve",
    onConfig: onConfig ? (_context, config) => onConfig(config) : undefined,
    onChunk: (_context, chunk) => collect(chunk, raw),
    onShouldContinue: () => !hasEnded(),
    async onInterruptBoundary(context) {
      if (context.phase !== "beforeTools") return undefined;
      const interrupts = [];
      const answered: ToolCall[] = [];
      for (const waiting of waitingCalls(context)) {
        wrapMalformed(waiting, raw);
        renameUsed(waiting, context);
        const { id, function: called } = waiting;
        const call = { id, name: called.name, arguments: unwrapArguments(called.arguments) };
        const decision = await decide(call, context.signal);
        if (decision?.kind !== "ask") continue;
        const answer = decision.isNew ? undefined : (answers.get(call.id) ?? (await held.heldAnswer(call)));
        if (answer === undefined) {
          answers.delete(call.id); // an answer to a question that did not exist when it was given
          interrupts.push(askAbout(call.id, decision));
        } else {
          answers.set(call.id, answer);
          answered.push(call);
        }
      }
      // No call runs until all questions are answered, maybe in another process.
      if (interrupts.length > 0) {
        for (const call of answered) await held.hold(call, answers.get(call.id) as ApprovalAnswer);
      }
      return interrupts.length === 0 ? undefined : { interrupts };
    },
    onInterruptResolution(_context, resolutions) {
      for (const resolution of resolutions.for(approvalInterrupt)) {
        const cancelled = { decision: "reject", reason: "the person cancelled the question" } as const;
        const answer = resolution.status === "resolved" ? (resolution.response as ApprovalAnswer) : cancelled;
        answers.set(resolution.request.key, answer);
      }
      return { toolResume: "continue" };
    },
  };
}

/** The inputs of the middleware. */
interface CallMiddlewareOptions {
  readonly answers: Answers;
  readonly held: Pick<GuardedCalls, "hold" | "heldAnswer">;
  /** @returns `undefined` for a call that is not guarded here */
  readonly decide: (call: ToolCall, signal: AbortSignal | undefined) => Promise<CallDecision | undefined>;
  /** Whether a rule has ended the agent. */
  readonly hasEnded: () => boolean;
  readonly onConfig?: (config: ChatMiddlewareConfig) => Partial<ChatMiddlewareConfig>;
}

/** The calls of the last message of the model that have no result yet. */
function waitingCalls({ messages }: ChatMiddlewareContext): readonly SdkToolCall[] {
  const last = messages.findLastIndex(({ toolCalls }) => toolCalls !== undefined && toolCalls.length > 0);
  // Models use ids again, so results of earlier turns say nothing.
  const done = new Set(messages.slice(last + 1).map(({ toolCallId }) => toolCallId));
  return (messages[last]?.toolCalls ?? []).filter((call) => !done.has(call.id) && !isProviderExecutedToolCall(call));
}

/** Collects the raw arguments of calls from the stream. */
function collect(chunk: StreamChunk, raw: RawArguments): void {
  if (chunk.type === "TOOL_CALL_START") raw.forget(chunk.toolCallId);
  if (chunk.type === "TOOL_CALL_ARGS") raw.append(chunk.toolCallId, chunk.delta);
  if (chunk.type === "TOOL_CALL_END") raw.end(chunk.toolCallId);
}

/** Renames a call whose id an earlier call used, because the SDK would reuse that result. */
function renameUsed(waiting: SdkToolCall, { messages }: ChatMiddlewareContext): void {
  waiting.id = unusedId(waiting.id, new Set(messages.flatMap(({ toolCallId }) => toolCallId ?? [])));
}

/** Wraps the arguments of a call if they are malformed, in place: the SDK runs the tool with this object. */
function wrapMalformed({ id, function: called }: SdkToolCall, raw: RawArguments): void {
  const text = raw.textOf(id) ?? called.arguments;
  raw.forget(id);
  if (text.trim() !== "") called.arguments = wrapArguments(text);
}
