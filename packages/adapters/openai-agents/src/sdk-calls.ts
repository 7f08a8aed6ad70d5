import type { ApprovalAnswer, ApprovalStore, CallDecision, GuardedCalls } from "@helve/adapter";
import { type ActionReturn, canonicalJson, type ToolCall } from "@helve/core";
import type { RunContext } from "@openai/agents";

/** The calls of a run as the SDK sees them: it only knows approved and rejected, so edits and fixes are kept here. */
export class SdkCalls {
  readonly calls: GuardedCalls;
  readonly #approvals: ApprovalStore;
  readonly #decide: (call: ToolCall) => Promise<CallDecision>;
  readonly #answers = new Map<string, ApprovalAnswer>();
  /** The ids of calls about which nobody has to be asked. */
  readonly #allowed = new Set<string>();

  constructor(calls: GuardedCalls, approvals: ApprovalStore, decide: (call: ToolCall) => Promise<CallDecision>) {
    this.calls = calls;
    this.#approvals = approvals;
    this.#decide = decide;
  }

  /** Whether a person has to decide about a call. What is refused is not asked about: its execution returns the reason. */
  async needsApproval(call: ToolCall): Promise<boolean> {
    const decision = await this.#decide(call);
    this.decided(call, decision);
    return decision.kind === "ask";
  }

  /** Records whether a call needs no question: then there is no answer to look for when it runs. */
  decided({ id }: ToolCall, { kind }: CallDecision): void {
    if (kind === "ask") this.#allowed.delete(id);
    else this.#allowed.add(id);
  }

  /** Stores an edit or a fix until its call runs. */
  keep(call: ToolCall, answer: ApprovalAnswer): void {
    this.#answers.set(textOf(call), answer);
  }

  /**
   * The person's answer about a call; `undefined` unless the SDK reports an approval.
   *
   * @param sdkCall - the call as the SDK passes it to the tool
   */
  answerTo(
    call: ToolCall,
    sdkCall: { readonly namespace?: string | undefined } | undefined,
    context: RunContext<unknown>,
  ): ApprovalAnswer | undefined {
    const kept = this.#take(call);
    if (this.#allowed.delete(call.id)) return undefined;
    const toolName = approvalName(call.name, sdkCall?.namespace);
    return context.isToolApproved({ toolName, callId: call.id }) === true
      ? (kept ?? { decision: "approve" })
      : undefined;
  }

  #take(call: ToolCall): ApprovalAnswer | undefined {
    if (this.#answers.size === 0) return undefined;
    const text = textOf(call);
    const kept = this.#answers.get(text);
    this.#answers.delete(text);
    return kept;
  }

  /**
   * Forgets the question of a call that the model has read as unanswered: with `alwaysApprove` the SDK does not ask, and nobody has seen the
   * question, so no later approval may count for it.
   */
  async forget(actionReturn: ActionReturn): Promise<void> {
    if (actionReturn.status === "pending") await this.#approvals.delete(actionReturn.id);
  }
}

/** The name by which the SDK keeps approvals: of a tool of `toolNamespace` it is a key. By any other name no approval is found, and the call does not run. */
function approvalName(name: string, namespace: string | undefined): string {
  if (namespace === undefined || namespace === "") return name;
  return JSON.stringify(namespace === name ? ["deferred_top_level", name] : ["namespaced", namespace, name]);
}

/** Returns a text that identifies a call by id and arguments. */
function textOf({ id, name, arguments: args }: ToolCall): string {
  return canonicalJson([id, name, args ?? null]);
}
