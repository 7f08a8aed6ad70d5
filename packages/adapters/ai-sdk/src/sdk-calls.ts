import {
  type ApprovalAnswer,
  type CallDecision,
  type ExecuteCallOptions,
  type GuardedCalls,
  observationText,
  questionText,
} from "@helve/adapter";
import { type ActionReturn, type Args, canonicalJson, errorJson, type ToolCall } from "@helve/core";
import type { ModelMessage } from "ai";
import { AiToolError } from "./ai-tool-error.ts";
import { answerIn, rejectionsAtEnd } from "./approval-messages.ts";

/**
 * The calls of a run, as the hooks of the SDK see them: the SDK parses a call, asks about it, and executes it, in this process or in another
 * one, and each hook gets the id of the call, its input and the messages.
 *
 * An approval in the messages counts only if the question was kept before this run: the messages come from the client.
 */
export class SdkCalls {
  readonly #calls: GuardedCalls;
  readonly #decide: DecideCall;
  /** The calls whose text had to be repaired. The SDK only knows what was made of it. */
  readonly #repaired = new Map<string, { readonly call: ToolCall; readonly input: string }>();
  /** The calls that were decided and have not begun. The SDK passes the same input to both hooks. */
  readonly #decided = new Map<string, { readonly call: ToolCall; readonly input: unknown }>();
  readonly #answers = new Map<string, ApprovalAnswer>();
  readonly #rejected = new WeakMap<ModelMessage, Promise<unknown>>();

  constructor(calls: GuardedCalls, decide: DecideCall = (call) => calls.decide(call)) {
    this.#calls = calls;
    this.#decide = decide;
  }

  /** Stores an answer that the messages have no slot for. It takes effect when the messages contain the approval of the call. */
  answer(toolCallId: string, answer: ApprovalAnswer): void {
    this.#answers.set(toolCallId, answer);
  }

  /**
   * Decodes a call that the SDK could not parse.
   *
   * @returns the arguments as JSON
   * @throws AiToolError if they are invalid
   */
  async repair(call: ToolCall): Promise<string> {
    const decision = await this.#decide(call);
    const args = decodedArgs(decision);
    if (args === undefined) throw new AiToolError((decision as CallDecision & { kind: "refuse" }).actionReturn);
    const input = canonicalJson(args);
    this.#repaired.set(call.id, { call, input });
    return input;
  }

  /** Whether an input is what `repair` made of a call. */
  isRepaired(input: unknown): boolean {
    if (this.#repaired.size === 0) return false;
    const text = jsonText(input);
    return [...this.#repaired.values()].some((repaired) => repaired.input === text);
  }

  /** Decides whether a call may run, for `toolApproval`. It never throws: what can't be decided is denied. */
  async approval(
    name: string,
    input: unknown,
    { toolCallId, messages, asksItself = false, isFinal = false }: HookOptions,
  ): Promise<ApprovalStatus> {
    try {
      await this.#reject(messages);
      const isAnswered = answerIn(messages, toolCallId) !== undefined;
      const { call, waiting } = await this.#callOf(name, input, toolCallId, isAnswered);
      this.#decided.set(toolCallId, { call, input });
      if (isAnswered && !waiting) return asksItself ? undefined : { type: "denied", reason: unaskedText(name) };
      const decision = await this.#decide(call);
      if (decision.kind === "ask") {
        if (decision.isNew) this.#answers.delete(toolCallId); // an answer to an earlier question about a call with this id
        return { type: "user-approval", reason: questionText(decision.request) };
      }
      if (decision.kind === "run") return undefined;
      // Invalid arguments are an error of the tool: `execute` throws it.
      if (!isStopped(decision.actionReturn)) return undefined;
      this.#forget(toolCallId);
      if (isFinal) await this.#calls.execute(call); // a later call with this id is decided about again
      return { type: "denied", reason: observationText(decision.actionReturn) };
    } catch (error) {
      return { type: "denied", reason: `${name} was stopped: it can't be decided about: ${errorJson(error).message}` };
    }
  }

  /**
   * Prepares the execution of a call: the call as the model sent it, and the answer of a person.
   *
   * @throws AiToolError if the messages have an answer to a question that nobody asked
   */
  async begin(
    name: string,
    input: unknown,
    { toolCallId, messages, asksItself = false }: HookOptions,
  ): Promise<{ readonly call: ToolCall; readonly options: Pick<ExecuteCallOptions, "answer"> }> {
    await this.#reject(messages);
    const answered = answerIn(messages, toolCallId);
    const { call, waiting } = await this.#callOf(name, input, toolCallId, answered !== undefined);
    this.#forget(toolCallId);
    if (answered === undefined) return { call, options: {} };
    if (!answered.isApproved) return { call, options: { answer: { decision: "reject", reason: answered.reason } } };
    const answer = this.#answers.get(toolCallId) ?? ({ decision: "approve" } as const);
    this.#answers.delete(toolCallId);
    if (waiting) return { call, options: { answer } };
    if (asksItself && answer.decision !== "approve") throw new AiToolError(unchangeableText(name));
    if (asksItself && (await this.#mayRun(call))) return { call, options: {} };
    throw new AiToolError(unaskedText(name));
  }

  /** Whether the rules let a call run without a question. None is kept: the answer to it would be at hand already. */
  async #mayRun(call: ToolCall): Promise<boolean> {
    return (await this.#calls.session.judge(call)).ok;
  }

  /** Finds the call as the model sent it, and whether a person was asked about it. */
  async #callOf(
    name: string,
    input: unknown,
    id: string,
    isAnswered: boolean,
  ): Promise<{ readonly call: ToolCall; readonly waiting: boolean }> {
    if (!isAnswered) return { call: this.#sentCall(name, input, id), waiting: false };
    const waiting = await this.#calls.waiting(id);
    const isSame =
      waiting !== undefined &&
      (waiting.type === name || waiting.call.name === name) &&
      [waiting.call.arguments, waiting.stages.decode?.args].some((args) => jsonText(args) === jsonText(input));
    return isSame ? { call: waiting.call, waiting: true } : { call: this.#sentCall(name, input, id), waiting: false };
  }

  #sentCall(name: string, input: unknown, id: string): ToolCall {
    const decided = this.#decided.get(id);
    if (decided !== undefined && decided.input === input && decided.call.name === name) return decided.call;
    const repaired = this.#repaired.get(id);
    return repaired !== undefined && repaired.input === jsonText(input)
      ? repaired.call
      : { id, name, arguments: input };
  }

  #forget(id: string): void {
    this.#repaired.delete(id);
    this.#decided.delete(id);
  }

  /** Ends the questions that a person has answered with no. The SDK does not call the tool then, but rules look back at it. */
  async #reject(messages: readonly ModelMessage[]): Promise<void> {
    for (const { message, rejections } of rejectionsAtEnd(messages)) {
      const rejecting = this.#rejected.get(message) ?? this.#rejectAll(rejections());
      this.#rejected.set(message, rejecting);
      await rejecting;
    }
  }

  async #rejectAll(rejections: ReturnType<ReturnType<typeof rejectionsAtEnd>[number]["rejections"]>): Promise<void> {
    for (const { toolCallId, reason } of rejections) {
      this.#answers.delete(toolCallId);
      const waiting = await this.#calls.waiting(toolCallId);
      if (waiting !== undefined) {
        await this.#calls.execute(waiting.call, { answer: { decision: "reject", reason } });
      }
    }
  }
}

/** Decides about a call: `GuardedCalls.decide`, or `ExternalCalls.decide` with the schema of the tool. */
export type DecideCall = (call: ToolCall) => Promise<CallDecision>;

/** Data about a call that a hook receives besides its name and its input. */
export interface HookOptions {
  readonly toolCallId: string;
  readonly messages: readonly ModelMessage[];
  /** True if the tool may ask for an approval itself, so that there are approvals without a question of ours. */
  readonly asksItself?: boolean;
  /** True if the SDK does not execute a call that is denied. */
  readonly isFinal?: boolean;
}

/** Whether the SDK asks a person about a call (`toolApproval`); `undefined` lets it run. */
export type ApprovalStatus =
  | undefined
  | { readonly type: "denied"; readonly reason: string }
  | { readonly type: "user-approval"; readonly reason?: string };

/** Returns the arguments of a call that runs, or that were decoded before the call was stopped. */
function decodedArgs(decision: CallDecision): Args | undefined {
  if (decision.kind === "run") return decision.args;
  return decision.actionReturn.stages.decode?.args ?? undefined;
}

function isStopped({ status }: ActionReturn): boolean {
  return status === "stopped" || status === "pending";
}

/** Returns a key that is equal for equal JSON. */
function jsonText(value: unknown): string | symbol {
  try {
    return canonicalJson(value);
  } catch {
    return Symbol("not JSON");
  }
}

/** Writes the message for an approval without an open question. */
function unaskedText(name: string): string {
  return `${name} was stopped: no question about it is open, so the approval does not count. Call it again to ask`;
}

/** Writes the message for an edited call that may only be approved or rejected. */
function unchangeableText(name: string): string {
  return `${name} was stopped: no rule has asked about it, so it can only be approved or rejected`;
}
