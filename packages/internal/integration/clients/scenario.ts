import type { AgentCall } from "./agents/agent.ts";

/** The calls of a scripted model in an agent, and the expected results. */
export interface Scenario {
  /** A sentence about the agent. */
  readonly title: string;
  /** The files of the project before. */
  readonly files?: Readonly<Record<string, string>>;
  /** The user's own rules; without them, the preset decides. */
  readonly rules?: string;
  readonly steps: readonly Step[];
  /** The files of the project after: their text, or `null` if there must be none. */
  readonly after: Readonly<Record<string, string | null>>;
  /** The expected result of each call for the model, as a regular expression. */
  readonly results: readonly RegExp[];
}

/** A call of the model. */
export type Step =
  /** Runs a command; `allowed` if a person allows, just before, the call that was denied last. */
  | { readonly run: string; readonly allowed?: "once" }
  /** Creates a file with the agent's own tool. */
  | { readonly write: string; readonly content: string }
  /** Calls a tool that only this agent has. */
  | { readonly call: AgentCall };
