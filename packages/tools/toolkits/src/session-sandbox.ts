/** Finds the sandbox in which a call works. */
import type { ToolContext, ToolPlace } from "@helve/core";
import type { Sandbox } from "@helve/sandbox";
import { ToolError } from "@helve/tool";

/** Where the tools of a toolkit work. */
export interface SandboxOption {
  /** The sandbox, or the name of one of the session's environments; the session's first environment by default. */
  readonly sandbox?: Sandbox | string | undefined;
}

/** The names of the options of {@link SandboxOption}. */
export const sandboxOptionNames = { sandbox: true } as const;

/**
 * The sandbox that a call works in.
 *
 * @throws ToolError if not found
 */
export async function sessionSandbox(context: ToolContext, { sandbox }: SandboxOption = {}): Promise<Sandbox> {
  if (typeof sandbox === "object") return sandbox;
  // A context that no executor created may have no sandboxes.
  const find = context.sandbox as ToolContext["sandbox"] | undefined;
  if (find === undefined) throw new ToolError("This tool needs a sandbox, and the session has none.");
  return find(sandbox);
}

/**
 * Where tools work in a sandbox, for rules.
 *
 * @param directory - where relative paths start, absolute or relative to the sandbox's working directory, which it is by default
 */
export function sandboxPlace(option: SandboxOption, directory?: string): (context: ToolContext) => Promise<ToolPlace> {
  return async (context) => {
    const { workingDirectory } = await sessionSandbox(context, option);
    return directory === undefined ? { workingDirectory } : { workingDirectory, directory };
  };
}
