import type { ApprovalAnswer, GuardedCalls } from "@helve/adapter";
import type { InspectionRequest } from "@helve/core";
import type { ModelMessage, ToolModelMessage } from "ai";
import { type OpenQuestion, openQuestions } from "./approval-messages.ts";
import type { ApprovalStatus, SdkCalls } from "./sdk-calls.ts";

/**
 * Options of `generateText`, `streamText` and `ToolLoopAgent` for guarded tools. Spread the object into the options; its methods are not copied by the
 * spread.
 *
 * @example
 * const helve = toAiTools(executor);
 * await generateText({ model, prompt, ...helve, stopWhen: [isStepCount(10), helve.hasEnded] });
 */
export class AiTools<Tools extends object> {
  readonly tools: Tools;
  /** Asks a person about a call, or denies it, by the rules. Version 6 of the SDK uses `needsApproval` of the tools instead. */
  readonly toolApproval: { readonly [Name in keyof Tools]: ToolApproval };
  /** Passes the text of calls that the SDK can't parse to Helve. */
  readonly repairToolCall: RepairToolCall;
  /** The same, by its name in version 6 of the SDK. */
  readonly experimental_repairToolCall: RepairToolCall;
  readonly #calls: GuardedCalls;
  readonly #sdkCalls: SdkCalls;

  constructor(
    tools: Tools,
    toolApproval: { readonly [Name in keyof Tools]: ToolApproval },
    repairToolCall: RepairToolCall,
    { calls, sdkCalls }: { readonly calls: GuardedCalls; readonly sdkCalls: SdkCalls },
  ) {
    this.tools = withoutPrototype(tools);
    this.toolApproval = withoutPrototype(toolApproval);
    this.repairToolCall = repairToolCall;
    this.experimental_repairToolCall = repairToolCall;
    this.#calls = calls;
    this.#sdkCalls = sdkCalls;
  }

  /** The calls of the run, with their session. */
  get calls(): GuardedCalls {
    return this.#calls;
  }

  /** A stop condition: true if a rule has ended the agent. */
  get hasEnded(): () => boolean {
    return () => this.#calls.ended !== undefined;
  }

  /** The questions in the messages that have no answer yet. */
  questions(messages: readonly ModelMessage[]): readonly OpenQuestion[] {
    return openQuestions(messages);
  }

  /** The question about a call that waits for a person, with the rules, their reasons and the fixes; `undefined` if none waits. */
  async question(toolCallId: string): Promise<InspectionRequest | undefined> {
    const verdict = (await this.#calls.waiting(toolCallId))?.verdict;
    return verdict?.kind === "pending" ? verdict.request : undefined;
  }

  /**
   * Creates the messages with which a run continues that waits for a person. The SDK loses the results of a run that leaves a question open, so
   * answers are held in the store of approvals until every question has one: also questions of one turn that are answered one at a time, in
   * different processes.
   *
   * The SDK only knows approvals and rejections: an edit or a fix is kept here until the call runs, so continue with the same object.
   *
   * @param messages - the messages so far, with the questions
   * @param answers - by the id of the call
   * @returns an empty list while another question is open: then don't continue yet
   * @throws TypeError for an answer to a question that is not open, or that can't be held
   *
   * @example
   * const messages = [...before, ...result.response.messages];
   * const answered = await helve.respond(messages, { call_2: { decision: "approve" } });
   * if (answered.length > 0) await generateText({ model, messages: [...messages, ...answered], ...helve });
   */
  async respond(
    messages: readonly ModelMessage[],
    answers: Readonly<Record<string, ApprovalAnswer>>,
  ): Promise<readonly ToolModelMessage[]> {
    const open = openQuestions(messages);
    const unknown = Object.keys(answers).filter((id) => !open.some(({ toolCallId }) => toolCallId === id));
    if (unknown.length > 0) throw new TypeError(`no question about ${unknown.join(", ")} is open in the messages`);
    const all = await Promise.all(
      open.map(async ({ approvalId, toolCallId: id }) => {
        const waiting = await this.#calls.waiting(id);
        const given = Object.hasOwn(answers, id) ? answers[id] : undefined;
        const held = given === undefined && waiting ? await this.#calls.heldAnswer(waiting.call) : undefined;
        return { approvalId, id, waiting, given, answer: given ?? held };
      }),
    );
    if (all.some(({ answer }) => answer === undefined)) {
      for (const { id, waiting, given } of all) {
        if (given === undefined || (waiting && (await this.#calls.hold(waiting.call, given)))) continue;
        throw new TypeError(`no rule asks about ${id}, so its answer can't be held: answer all questions at once`);
      }
      return [];
    }
    const content = all.map(({ approvalId, id, answer }) => {
      const { decision, reason } = answer as ApprovalAnswer & { readonly reason?: string };
      if (decision !== "reject") this.answer(id, answer as ApprovalAnswer);
      return { type: "tool-approval-response", approvalId, approved: decision !== "reject", reason } as const;
    });
    return [{ role: "tool", content }];
  }

  /**
   * Stores a person's decision about a call, for an edit or a fix in an application that creates the messages itself, as `useChat` does. The
   * decision takes effect when the messages contain the approval of the call.
   */
  answer(toolCallId: string, answer: ApprovalAnswer): void {
    this.#sdkCalls.answer(toolCallId, answer);
  }
}

/** Version 6 of the SDK looks up names of the model, such as `constructor`, without checking that they are own properties. */
function withoutPrototype<Value extends object>(value: Value): Value {
  return Object.assign(Object.create(null), value);
}

/** Decides about a call of one tool, before the SDK runs it. */
export type ToolApproval = (
  input: unknown,
  options: { readonly toolCallId: string; readonly messages: readonly ModelMessage[] },
) => Promise<ApprovalStatus>;

/** Repairs a call that the SDK could not parse; `null` for a tool that is not one of these. */
export type RepairToolCall = <Call extends RepairableCall>(options: {
  readonly toolCall: Call;
}) => Promise<Call | null>;

/** A call as the model wrote it. */
export interface RepairableCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
}
