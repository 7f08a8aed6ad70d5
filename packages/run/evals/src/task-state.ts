/** The state of a sample while solvers work on it. */
import type { AgentRun, Compaction, LoopOptions, Message, Model, ToolChoice } from "@helve/agent";
import type { JsonObject, Trajectory } from "@helve/core";
import type { SessionOptions, ToolGroup } from "@helve/executor";
import type { Sandbox } from "@helve/sandbox";
import type { Store } from "@helve/store";
import type { Tool } from "@helve/tool";
import type { IdentifiedSample } from "./sample.ts";
import type { Score } from "./score.ts";

/** A sample while it is solved. A solver returns another state, and leaves this one as it is. */
export interface TaskState {
  readonly sample: IdentifiedSample;
  /** From 1. */
  readonly epoch: number;
  /** The conversation so far. */
  readonly messages: readonly Message[];
  /** The calls of tools so far, with their results, for scorers and guards. */
  readonly trajectory: Trajectory;
  /** The answer so far, which is scored: the last text of the model, or what it submitted. `""` before there is one. */
  readonly output: string;
  /** The model's tools. */
  readonly tools: readonly (Tool | ToolGroup)[];
  readonly toolChoice: ToolChoice;
  /** True if no further solver is to run. */
  readonly completed: boolean;
  /** Metadata of the sample, and data that solvers add for scorers. */
  readonly metadata: JsonObject;
  /** State of the sample that solvers, tools and scorers share; a new one for each run. */
  readonly store: Store;
  /**
   * The sandbox of an environment of the task; the sample's default one without a name.
   *
   * @throws SandboxError for an unknown name
   */
  readonly sandbox: (name?: string) => Promise<Sandbox>;
  /** The model that is evaluated. What it is asked counts, and limits apply to it. */
  readonly model: Model;
  /** Aborted when the sample has to end. */
  readonly signal: AbortSignal;
}

/**
 * A step of solving a sample. Steps are chained by a list.
 *
 * @returns the next state
 *
 * @example
 * const shout: Solver = (state) => ({ ...state, output: state.output.toUpperCase() });
 */
export type Solver = (state: TaskState, generate: Generate, context: SolverContext) => TaskState | Promise<TaskState>;

/** Functions that a solver can use besides the model. */
export interface SolverContext {
  /** Scores the state by the scorers of the task, by their names. */
  score(state: TaskState): Promise<Readonly<Record<string, Score>>>;
}

/**
 * Asks the model, runs its calls, and asks again until it answers without a call.
 *
 * @returns the state with the messages and the output
 * @throws what ends the sample: a limit, an error of the model, an unexpected error of a tool. A solver lets it through
 */
export type Generate = (state: TaskState, options?: GenerateOptions) => Promise<TaskState>;

/** Options of one generation. */
export interface GenerateOptions {
  /** `loop` by default; `single`: the calls of one message are run, and the model is not asked again; `none`: they are not run. */
  readonly toolCalls?: "loop" | "single" | "none" | undefined;
  /** More members of the requests to the model. */
  readonly request?: LoopOptions["request"];
  /** Shortens long conversations; they are not shortened by default. */
  readonly compaction?: Compaction | undefined;
  /** The host's state and the user's request, for guards. */
  readonly session?: Pick<SessionOptions, "prompt" | "state"> | undefined;
  /** The agent that runs; `generateLoop` by default. */
  readonly agent?: ((messages: readonly Message[], options: LoopOptions) => AgentRun) | undefined;
}
