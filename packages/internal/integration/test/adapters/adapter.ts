import type { ApprovalAnswer, ApprovalStore } from "@helve/adapter";
import type { Guard } from "@helve/core";
import type { Tool } from "@helve/tool";

/** An adapter under test, with its SDK: runs an agent whose model is a script. */
export interface AdapterUnderTest {
  /** The package and the mode: `@helve/ai-sdk`, `@helve/ai-sdk (middleware)`. */
  readonly name: string;
  /** The scenarios that the SDK can't support, by their names. The scenario then tests that no forbidden call ran. */
  readonly limits: Readonly<Record<string, Limit>>;
  /** Runs an agent until it ends, or until calls wait for a person. */
  start(setup: AgentSetup): Promise<AgentRun>;
}

/** Why an SDK can't do what a scenario needs, for the matrix. */
interface Limit {
  /** The behavior instead: `the call is blocked`. */
  readonly instead: string;
  /** True if the scenario can't take place at all; then nothing is tested. */
  readonly isImpossible?: true;
}

/** An agent to run. */
export interface AgentSetup {
  /** Tools of Helve. An adapter that guards the tools of its SDK makes SDK tools of them, with the same schemas and functions. */
  readonly tools: readonly Tool[];
  readonly guards: readonly Guard[];
  /** The replies of the model, one after the other; its last reply has no calls. */
  readonly turns: readonly ModelTurn[];
  readonly prompt: string;
  readonly approvals: ApprovalStore;
  readonly signal?: AbortSignal | undefined;
  /** The time limit of a tool, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Run the script's first turn as a sub-agent (an agent as a tool) in the same session. */
  readonly isSubAgent?: boolean | undefined;
}

/** A reply of the scripted model. */
export interface ModelTurn {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
}

/** A call as the model writes it. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  /** The text, which may not be JSON. */
  readonly arguments: string;
}

/** An agent that has ended, or waits. */
export interface AgentRun {
  /** The text that the model read of each call, by the call's id. */
  readonly read: Readonly<Record<string, ReadResult>>;
  /** The answer of the agent; absent if it waits, failed or was ended. */
  readonly text?: string | undefined;
  /** The ids of the calls that wait for a person. */
  readonly waiting: readonly string[];
  /** The error of the run. */
  readonly error?: unknown;
  /** The progress of tools that the application saw. */
  readonly updates: readonly unknown[];
  /**
   * Continues a run that waits.
   *
   * @param answers - by the ids of the calls
   * @param elsewhere - the agent in another process: everything is created anew, and only what the SDK serializes is taken along
   */
  resume(answers: Readonly<Record<string, ApprovalAnswer>>, elsewhere?: AgentSetup): Promise<AgentRun>;
}

/** The text that the model read of a call. */
export interface ReadResult {
  readonly text: string;
}
