import type { ApprovalAnswer, ApprovalStore, CallDecision, GuardedCalls, GuardedCallsOptions } from "@helve/adapter";
import type { ToolCall } from "@helve/core";
import type { UIMessage } from "ai";
import type { DurableHistory } from "./durable-history.ts";
import { type DurableStorage, storageKey } from "./durable-storage.ts";
import { ThinkToolError } from "./think-tool-error.ts";
import type { ToolNotes } from "./tool-output.ts";
import { toolParts } from "./tool-parts.ts";

/**
 * The calls of one conversation, as the hooks of a harness see them: it asks whether a call needs an approval, runs it at once or after a person
 * approved it, also after an eviction, and says nothing about a rejection.
 *
 * The harness does not say whether a call was approved. It runs one about which it was to ask only after that, so an approval is a call for which
 * a question is kept and the harness was told to ask.
 */
export class ThinkConversation<Source extends CallSource = CallSource> {
  readonly source: Source;
  readonly history: DurableHistory;
  readonly #approvals: ApprovalStore;
  readonly #storage: DurableStorage;
  readonly #name: string;
  readonly #notes = new Map<string, ToolNotes | undefined>();

  constructor({ source, history, approvals, storage, name }: ConversationParts<Source>) {
    this.#approvals = approvals;
    this.source = source;
    this.history = history;
    this.#storage = storage;
    this.#name = name;
  }

  get calls(): GuardedCalls {
    return this.source.calls;
  }

  /** Whether a person has to approve a call. What is to be refused is not asked about: it is refused when it is run. */
  async needsApproval(call: ToolCall): Promise<boolean> {
    const decision = await this.source.decide(call);
    if (decision.kind !== "ask") {
      await this.#storage.delete(this.#key("asked", call.id)); // of an earlier call with this id
      return false;
    }
    // An answer to an earlier question about a call with this id.
    if (decision.isNew) await this.#storage.delete(this.#key("answer", call.id));
    await this.#storage.put(this.#key("asked", call.id), true);
    return true;
  }

  /** Begins a call that the harness runs: marks it as running, and finds the answer of the person if the harness was to ask. */
  async begin(call: ToolCall): Promise<ApprovalAnswer | undefined> {
    const asked = await this.#storage.get(this.#key("asked", call.id));
    const kept = await this.#storage.get(this.#key("answer", call.id));
    // An approval is used up when the call begins: after an eviction nobody has approved it.
    await Promise.all([this.history.mark(call), this.#storage.delete(this.#key("asked", call.id))]);
    if (asked !== true) {
      // Nobody has seen a question that is kept for it.
      if ((await this.calls.waiting(call.id)) !== undefined) await this.#approvals.delete(call.id);
      return undefined;
    }
    return typeof kept === "string" ? (JSON.parse(kept) as ApprovalAnswer) : { decision: "approve" };
  }

  /**
   * Saves a call that has ended, before the harness writes its result.
   *
   * @param notes - what the model reads besides its result, also after an eviction
   */
  async end(id: string, notes?: ToolNotes): Promise<void> {
    const writes: Promise<unknown>[] = [
      this.history.end(id, this.calls),
      this.#storage.delete(this.#key("asked", id)), // of a rejected call, which did not begin
      this.#storage.delete(this.#key("answer", id)),
    ];
    if (notes !== undefined) writes.push(this.#storage.put(this.#key("notes", id), JSON.stringify(notes)));
    else if (this.#notes.get(id) !== undefined) writes.push(this.#storage.delete(this.#key("notes", id)));
    this.#notes.set(id, notes);
    await Promise.all(writes);
    // The question of a call that the harness could not ask about.
    if ((await this.calls.waiting(id)) !== undefined) await this.#approvals.delete(id);
  }

  /** Notes for the model besides the result of a call. */
  async notes(id: string): Promise<ToolNotes | undefined> {
    if (this.#notes.has(id)) return this.#notes.get(id);
    const stored = await this.#storage.get(this.#key("notes", id));
    const notes = typeof stored === "string" ? (JSON.parse(stored) as ToolNotes) : undefined;
    this.#notes.set(id, notes);
    return notes;
  }

  /** Stores an edit or a fix, which the harness has no slot for. It takes effect when the harness runs the call. */
  async answer(id: string, answer: ApprovalAnswer): Promise<void> {
    if ((await this.calls.waiting(id)) === undefined)
      throw new TypeError(`no rule asks about the call "${id}": it can only be approved or rejected`);
    await this.#storage.put(this.#key("answer", id), JSON.stringify(answer));
  }

  /** Records the rejections in the messages: the harness does not call a tool that was rejected, but rules look back at it. */
  async recordRejections(messages: readonly UIMessage[]): Promise<void> {
    // A model may use an id again: the last call counts.
    const latest = new Map(toolParts(messages).map((part) => [part.toolCallId, part.approval]));
    for (const [id, approval] of latest) {
      if (approval?.approved !== false) continue;
      const waiting = await this.calls.waiting(id);
      if (waiting === undefined) continue;
      await this.calls.execute(waiting.call, { answer: { decision: "reject", reason: approval.reason } });
      await this.end(id);
    }
  }

  /** @throws ThinkToolError if a rule has ended the agent */
  checkEnded(): void {
    const { ended } = this.calls;
    if (ended !== undefined) throw new ThinkToolError(ended);
  }

  #key(kind: "asked" | "answer" | "notes", id: string): string {
    return storageKey(kind, this.#name, id);
  }
}

/** Where the calls of a conversation are decided: `GuardedCalls` of an executor, or `ExternalCalls` of other tools. */
export interface CallSource {
  readonly calls: GuardedCalls;
  decide(call: ToolCall): Promise<CallDecision>;
}

/** The parts of a conversation. */
export interface ConversationParts<Source extends CallSource> {
  readonly source: Source;
  readonly history: DurableHistory;
  readonly approvals: ApprovalStore;
  readonly storage: DurableStorage;
  readonly name: string;
}

/** Creates the calls of a conversation, with what is known of earlier ones. */
export type OpenSource<Source extends CallSource> = (earlier: GuardedCallsOptions) => Source;
