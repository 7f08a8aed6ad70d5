import type { JsonValue, Trajectory } from "@helve/core";
import type { CallResources } from "./call-context.ts";
import type { RunLedger } from "./run-ledger.ts";
import { History } from "./session-scope/history.ts";
import { type Journal, JournaledSteps } from "./session-scope/journaled-steps.ts";
import { type Turn, Turns } from "./session-scope/turns.ts";

/** The state that the calls of a session share: the steps, the turns of decisions, the prompt and the state. */
export class SessionScope {
  /** Names the session; absent for a call that belongs to none. */
  readonly id: string | undefined;
  readonly history: History;
  readonly turns: Turns = new Turns();
  readonly prompt: string;
  /** Guards' snapshots of earlier steps. */
  readonly earlier: readonly JsonValue[] | undefined;
  /** Returns the state of the host at this moment. */
  readonly readState: () => unknown;
  /** Whether `readState` may return another state the next time. */
  readonly isStateLive: boolean;
  /** Aborts all calls of the session. */
  readonly signal: AbortSignal | undefined;
  /** Resources that tools can use besides their arguments. */
  readonly resources: CallResources;
  /** Prevents calls of the session from running twice; the executor's by default. */
  readonly ledger: RunLedger | undefined;
  /** Records what happens in the session; absent if it is not recorded. */
  readonly journal: JournaledSteps | undefined;

  constructor(options: SessionScopeOptions) {
    const {
      trajectory,
      prompt = "",
      state,
      signal,
      earlier,
      isStateLive = false,
      store,
      sandboxes,
      model,
      id,
      ledger,
      journal,
    } = options;
    this.id = id;
    this.resources = { store, sandboxes, model };
    this.history = new History(trajectory, id !== undefined);
    this.ledger = ledger;
    this.journal = journal && new JournaledSteps(journal, this.history);
    this.prompt = prompt;
    this.earlier = earlier;
    this.signal = signal;
    this.isStateLive = isStateLive && typeof state === "function";
    this.readState = this.isStateLive ? (state as () => unknown) : () => state;
  }

  /** Reads the state in an object, because a state may be any value. */
  async readStateNow(): Promise<{ readonly state: unknown }> {
    return { state: await this.readState() };
  }
}

interface SessionScopeOptions extends CallResources {
  readonly id?: string | undefined;
  readonly trajectory?: Trajectory | undefined;
  readonly prompt?: string | undefined;
  readonly state?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly earlier?: readonly JsonValue[] | undefined;
  /** Whether a `state` that is a function is called at each decision. */
  readonly isStateLive?: boolean;
  readonly ledger?: RunLedger | undefined;
  readonly journal?: Journal | undefined;
}

/** A decision that is being taken about a call of a session. */
export interface Decision {
  /** Its own turn, or the turn of the decision for which a guard has invoked the action. */
  readonly turn: Turn;
  /** The decision for which a guard has invoked the action. */
  readonly parent: Decision | undefined;
  /** How many actions were admitted and have ended that were invoked for this decision, on all levels. */
  admissions: number;
  ends: number;
}
