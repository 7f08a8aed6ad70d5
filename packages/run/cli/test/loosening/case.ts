/**
 * The expected decision about the calls of a case. `deny`: the rules stop one of them. `ask`: a person decides about at least one.
 * `silent`: all run without a question.
 */
export type Expected = "deny" | "ask" | "silent";

/**
 * Calls of one agent, and what must happen to them. In all texts `{home}` is the home directory, `{project}` the folder of the project,
 * `{packages}` the folder where Helve is installed, `{dist}` the folder of its program, `{node}` Node, and `{bin}` its folder.
 */
export interface Case {
  /** A description of the case, if its calls don't describe it. */
  readonly name?: string;
  readonly expected: Expected;
  /** The calls, in their order. A text is a shell command. */
  readonly steps: readonly (string | Step)[];
  /** By default `claude-code`. */
  readonly client?: "claude-code" | "codex";
  /** Where the session starts; by default the project. */
  readonly cwd?: string;
  /** A script that runs in the project before, without a hook. */
  readonly before?: string;
  /** More variables of the client. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** One call of a tool. */
export interface Step {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The session of the call, if the case has several. */
  readonly session?: string;
}

/** A shell command of Claude Code. */
export const bash = (command: string, session?: string): Step => ({
  tool: "Bash",
  args: { command },
  ...(session !== undefined && { session }),
});

/** A file that Claude Code writes. */
export const write = (file_path: string, content: string, session?: string): Step => ({
  tool: "Write",
  args: { file_path, content },
  ...(session !== undefined && { session }),
});

/** A table of commands with the same expectation. */
export function commands(expected: Expected, list: readonly string[]): readonly Case[] {
  return list.map((command) => ({ expected, steps: [command] }));
}
