import type { CallPart, Message, PendingRun, ToolMessage, TurnCall } from "@helve/agent";
import type { Action, ActionReturn, ResultPart, Step } from "@helve/core";
import type { TranscriptEntry } from "./transcript-entry.ts";

/** A chat at a moment: what its transcript says, entry by entry. The process that writes it and one that resumes it have the same. */
export class Conversation {
  #messages: Message[] = [];
  readonly #prompts: string[] = [];
  readonly #trajectory: Step[] = [];
  readonly #approvals = new Set<string>();
  /** The actions that have begun and not ended. */
  readonly #running = new Map<string, Action>();
  /** The calls of the last message, until their results are part of the conversation. */
  #turn: readonly CallPart[] = [];
  readonly #returns = new Map<string, ActionReturn>();
  readonly #lost = new Set<string>();
  readonly #toStep: (actionReturn: ActionReturn) => Step | undefined;
  #isInterrupted = false;
  /** The cost of the model so far. */
  cost = 0;

  /** @param toStep - of `@helve/executor` */
  constructor(toStep: (actionReturn: ActionReturn) => Step | undefined) {
    this.#toStep = toStep;
  }

  apply(entry: TranscriptEntry): void {
    switch (entry.type) {
      case "input": {
        const { text, note } = entry;
        this.#closeTurn();
        const parts = [...(note === undefined ? [] : [note]), text].map(textPart);
        this.#messages.push({ role: "user", parts });
        this.#prompts.push(text);
        this.#isInterrupted = false;
        break;
      }
      case "message":
        this.#closeTurn();
        this.#messages.push(entry.message);
        if (entry.message.role === "assistant") this.#turn = callsIn(entry.message);
        break;
      case "start":
        this.#running.set(entry.action.id, entry.action);
        break;
      case "return":
        this.#end(entry.actionReturn);
        break;
      case "lost":
        this.#lose(entry.action, entry.at);
        break;
      case "messages":
        this.#turn = [];
        this.#messages = [...entry.messages];
        break;
      case "approval":
        this.#approvals.add(entry.approval);
        break;
      case "usage":
        this.cost += entry.cost;
        break;
      case "end":
        this.#closeTurn();
        this.#isInterrupted = entry.status === "aborted";
    }
  }

  /** The conversation; each call in it has a result. */
  get messages(): readonly Message[] {
    return [...this.#messages, ...this.#results()];
  }

  /** The user's requests, for the rules. */
  get prompt(): string {
    return this.#prompts.join("\n\n");
  }

  /** The steps of all turns, for the rules. */
  get trajectory(): readonly Step[] {
    return [...this.#trajectory];
  }

  get approvals(): ReadonlySet<string> {
    return this.#approvals;
  }

  /** Whether the user has interrupted the last turn. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** Whether the model has to continue: what was said last is no answer. */
  get isOpen(): boolean {
    const last = this.#messages.at(-1);
    return this.#turn.length > 0 || (last !== undefined && last.role !== "assistant" && last.role !== "system");
  }

  /** The actions that have begun and not ended. In a process that has just read the transcript, their outcome is unknown. */
  get running(): readonly Action[] {
    return [...this.#running.values()];
  }

  /** The calls of the last message as a run that waits: those that have ended, and those that have not started. */
  get pending(): Pick<PendingRun, "messages" | "turn"> | undefined {
    if (this.#turn.length === 0) return undefined;
    return { messages: [...this.#messages], turn: this.#turn.map((call) => this.#turnCall(call)) };
  }

  #turnCall(call: CallPart): TurnCall {
    const actionReturn = this.#returns.get(call.id);
    if (actionReturn !== undefined) return { call, actionReturn };
    return this.#lost.has(call.id) ? { call, reply: toolMessage(call, lostParts, true) } : { call };
  }

  #end(actionReturn: ActionReturn): void {
    const { id, status } = actionReturn;
    this.#running.delete(id);
    if (status === "pending") return;
    if (this.#callOf(id)?.id === id) this.#returns.set(id, actionReturn);
    else this.#loseCallOf(id);
    const step = this.#toStep(actionReturn);
    if (step !== undefined) this.#trajectory.push(step);
  }

  #lose(action: Action, at: number): void {
    this.#running.delete(action.id);
    const observation = { parts: lostParts, isError: true };
    this.#trajectory.push({ action, observation, ran: true, status: "timed_out", endedAt: at });
    this.#loseCallOf(action.id);
  }

  /** A call for which a rule has invoked an action is not decided again in another process: the action would be invoked twice. */
  #loseCallOf(id: string): void {
    const call = this.#callOf(id);
    if (call !== undefined) this.#lost.add(call.id);
  }

  /** The call of the turn with an id, or for which the action with this id was invoked (`call_1.1`). */
  #callOf(id: string): CallPart | undefined {
    return this.#turn.find((call) => call.id === id) ?? this.#turn.find((call) => id.startsWith(`${call.id}.`));
  }

  #closeTurn(): void {
    this.#messages.push(...this.#results());
    this.#turn = [];
    this.#returns.clear();
    this.#lost.clear();
  }

  #results(): readonly ToolMessage[] {
    return this.#turn.map((call) => {
      const { actionReturn, reply } = this.#turnCall(call);
      if (reply !== undefined) return reply;
      if (actionReturn === undefined) return toolMessage(call, notStarted, true);
      return toolMessage(call, actionReturn.observation.parts, actionReturn.observation.isError);
    });
  }
}

function textPart(content: string): ResultPart {
  return { type: "text", content };
}

const notStarted = [textPart("The call was not started.")];
const lostParts = [
  textPart("The process ended while the call ran. It is not known what it did: check that before you call it again."),
];

function toolMessage({ id, name }: CallPart, parts: readonly ResultPart[], isError: boolean): ToolMessage {
  return { role: "tool", callId: id, name, parts, isError: isError || undefined };
}

/** Returns the calls in a message of the model. */
function callsIn({ parts }: Extract<Message, { role: "assistant" }>): readonly CallPart[] {
  return parts.filter((part) => part.type === "call");
}
