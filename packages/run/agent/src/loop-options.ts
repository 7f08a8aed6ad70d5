/** The options and limits of an agent's run. */
import type { ActionExecutor, SessionOptions } from "@helve/executor";
import type { Compaction } from "./compaction.ts";
import type { Model, ModelRequest, ToolChoice } from "./model.ts";

/** Options of a run of an agent. */
export interface LoopOptions {
  readonly model: Model;
  /** Executes the calls. Its guards are evaluated at each call, when the state changes, and when the agent finishes. */
  readonly executor: ActionExecutor;
  /**
   * Options of the session in which the calls run. `prompt` is the text of the user's messages by default; `state` is read
   * after each call.
   */
  readonly session?: Omit<SessionOptions, "signal"> | undefined;
  /** `auto` by default. `any` and a tool are forced until the first call, unless `forceAlways` is set. */
  readonly toolChoice?: ToolChoice | undefined;
  readonly forceAlways?: boolean | undefined;
  readonly limits?: Limits | undefined;
  /** Shortens long conversations; they are not shortened by default. */
  readonly compaction?: Compaction | undefined;
  /** More members of the requests to the model. */
  readonly request?: Pick<ModelRequest, "temperature" | "maxOutputTokens" | "seed" | "stop"> | undefined;
  /**
   * Signs pending runs, so that `resume` refuses one that was changed: a secret of at least 32 random bytes, the same in each process that
   * resumes. Not signed by default.
   */
  readonly signingKey?: string | Uint8Array | undefined;
  /** Ends the run at once. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Limits of a run. One is checked before each request to the model; `time` also ends what is running, and `tokens` and `cost` end a
 * sub-agent that reaches them.
 */
export interface Limits {
  /** How many messages the model may write; 50 by default, `Infinity` for no limit. */
  readonly steps?: number | undefined;
  /** How many calls may be started; those of sub-agents are not counted. */
  readonly calls?: number | undefined;
  /** The limit of input and output tokens together, sub-agents included. */
  readonly tokens?: number | undefined;
  /** In the currency of the model's prices, sub-agents included. */
  readonly cost?: number | undefined;
  /**
   * Over how many levels sub-agents may hand tasks on, and tools may start loops with the model of the run; 8 by default, `Infinity` for no
   * limit. A sub-agent that leads deeper is ended.
   */
  readonly depth?: number | undefined;
  /** In milliseconds, without the time that the run waits for answers. */
  readonly time?: number | undefined;
}
