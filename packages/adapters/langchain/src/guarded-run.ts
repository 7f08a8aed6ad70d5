import { type BegunCall, ExternalCalls, GuardedCalls, type GuardedCallsOptions } from "@helve/adapter";
import type { Guard, JsonValue, ToolCall } from "@helve/core";
import type { ActionExecutor, ToolGroup } from "@helve/executor";
import type { Tool } from "@helve/tool";

/** The guarded calls of one conversation, and the session that stores its history for the rules. */
export class GuardedRun {
  /** Decides and executes calls of the executor's tools; the same session as `external`. */
  readonly calls: GuardedCalls;
  /** If the tools are LangChain's. */
  readonly external: ExternalCalls | undefined;
  /** The calls whose tool interrupted the graph: LangGraph calls it again when it continues. */
  readonly suspended: Map<string, SuspendedCall> = new Map();
  readonly #earlier: History | undefined;

  constructor(source: CallSource, options: GuardedCallsOptions, earlier?: History) {
    this.#earlier = earlier;
    const { earlier: givenEarlier, ...others } = options;
    const snapshot = earlier?.snapshot ?? givenEarlier;
    const callsOptions = { ...others, earlier: snapshot };
    if (source.executor === undefined) {
      this.external = new ExternalCalls({ ...callsOptions, guards: source.guards, tools: source.tools });
      this.calls = this.external.calls;
    } else {
      this.calls = new GuardedCalls(source.executor, callsOptions);
    }
  }

  /** How many steps the conversation has, with those of earlier processes. */
  get steps(): number {
    return (this.#earlier?.steps ?? 0) + this.calls.session.trajectory.length;
  }

  /** Why nothing runs any more, if a rule has ended the agent. */
  get endedText(): string | undefined {
    const { ended } = this.calls;
    return ended === undefined ? this.#earlier?.ended : `The agent was ended by a rule at its call of ${ended.type}.`;
  }

  /** The data that another process needs to continue, as JSON. */
  history(): History {
    const { endedText } = this;
    return {
      steps: this.steps,
      snapshot: this.calls.session.snapshot(),
      ended: endedText,
    };
  }
}

/** A call that was decided about, and whose tool waits. */
export interface SuspendedCall {
  readonly call: ToolCall;
  readonly begun: BegunCall & { readonly kind: "run" };
}

/** The steps of a conversation, as the checkpoints keep them. */
export interface History {
  readonly steps: number;
  readonly snapshot: readonly JsonValue[];
  /** Why nothing runs any more. */
  readonly ended?: string;
}

/** Who runs the tools: an executor, or LangChain. */
export type CallSource =
  | { readonly executor: ActionExecutor }
  | {
      readonly executor?: undefined;
      readonly guards: readonly Guard[];
      readonly tools?: readonly (Tool | ToolGroup)[] | undefined;
    };
