/** The coding agents that call hooks, and what the hooks of each can do: deny, ask, change arguments. */
import type { HookClient } from "./hook-event.ts";

/** The capabilities of a client's hooks. Hook answers are derived from this table. */
export interface HookCapabilities {
  /** The name for people. */
  readonly title: string;
  /**
   * How the client handles the answer `ask` before a tool. `person`: it asks the person. `modes`: it asks unless its permission mode skips questions.
   * `never`: it ignores the answer, treats it as a denial, or runs the call.
   */
  readonly ask: "person" | "modes" | "never";
  /** Whether a hook can change the arguments of a call. */
  readonly rewrites: boolean;
  /** Whether silence lets the call go on. Where it is a denial, or is not trusted, allowing is printed. */
  readonly silence: "continues" | "denies";
  /** Whether the call runs if the hook crashes: `open` runs it, `closed` denies it. */
  readonly crash: "open" | "closed";
  /** Whether the call runs if the hook exceeds its time limit. */
  readonly timeout: "open" | "closed";
  /** The setting that makes failures deny, if the client has one. */
  readonly closedBy?: string;
  /** The time limit by default, in milliseconds. */
  readonly timeLimit: number;
  /** Whether the contract was only observed, and may change. */
  readonly experimental?: true;
  /** Actions that a hook can't prevent in this client. */
  readonly gaps: readonly string[];
}

/** The clients, by what they can do. Sources: their published types and documentation. */
export const hookClients: Readonly<Record<HookClient, HookCapabilities>> = {
  "claude-code": {
    title: "Claude Code",
    ask: "modes",
    rewrites: true,
    silence: "continues",
    crash: "open",
    timeout: "open",
    closedBy: '"onFailure": "block" (from 2.1.295)',
    timeLimit: 600_000,
    gaps: [
      "some versions ignore a denial within subagents",
      "a question is skipped in the modes auto and dontAsk",
      "an error that is withheld only ends the turn: the model may read it after the user's next request",
    ],
  },
  codex: {
    title: "Codex CLI",
    ask: "never",
    rewrites: true,
    silence: "continues",
    crash: "open",
    timeout: "open",
    timeLimit: 600_000,
    gaps: ["a hook that is not trusted is skipped silently", "input for a running command (write_stdin) calls no hook"],
  },
  copilot: {
    title: "Copilot CLI",
    ask: "person",
    rewrites: true,
    silence: "continues",
    crash: "closed",
    timeout: "open",
    timeLimit: 30_000,
    gaps: [
      "a hook that exceeds its time limit never denies",
      "the cloud agent treats a question as a denial",
      "no answer withholds the error of a tool",
    ],
  },
  cursor: {
    title: "Cursor",
    ask: "never",
    rewrites: true,
    silence: "denies",
    crash: "open",
    timeout: "open",
    closedBy: '"failClosed": true',
    timeLimit: 60_000,
    gaps: ["a tool call raises a general and a special event, which are the same call", "no answer withholds a result"],
  },
  gemini: {
    title: "Gemini CLI",
    ask: "never",
    rewrites: true,
    silence: "continues",
    crash: "open",
    timeout: "open",
    timeLimit: 60_000,
    gaps: ["a hook that fails only causes a warning, unless it exits with 2"],
  },
  antigravity: {
    title: "Antigravity",
    ask: "person",
    rewrites: false,
    silence: "denies",
    crash: "closed",
    timeout: "open",
    timeLimit: 60_000,
    experimental: true,
    gaps: ["a person can approve a denied call", "subagents call no hook"],
  },
  // It calls no programs: the plugin of Helve does, and throws for a denial and for a failure.
  opencode: {
    title: "OpenCode",
    ask: "never",
    rewrites: true,
    silence: "denies",
    crash: "closed",
    timeout: "closed",
    timeLimit: 30_000,
    gaps: [
      "a plugin that can't be loaded is skipped, and --pure loads none",
      "commands that the user types after ! call no plugin",
    ],
  },
  "docker-mcp": {
    title: "Docker MCP Gateway",
    ask: "never",
    rewrites: false,
    silence: "continues",
    crash: "closed",
    timeout: "closed",
    timeLimit: 60_000,
    gaps: [
      "requests of the user are not sent, so no rule knows what was requested",
      "results are sent without their calls: those of parallel calls are not assigned to them",
    ],
  },
};
