/** A call of `helve hook CLIENT`. */
export interface HookArguments {
  readonly client: string;
  /** The client's name of the event, for clients that don't send it. */
  readonly event?: string;
}

/** The arguments of `helve hook CLIENT [--event NAME]`; `undefined` for another command, and for a call that has mistakes. */
export function hookArguments(args: readonly string[]): HookArguments | undefined {
  const [command, client = "", option, event, ...others] = args;
  if (command !== "hook" || !/^[a-z]+(-[a-z]+)*$/.test(client) || subcommands.has(client)) return undefined;
  if (option === undefined) return { client };
  return option === "--event" && event !== undefined && others.length === 0 ? { client, event } : undefined;
}

const subcommands: ReadonlySet<string> = new Set(["install", "uninstall", "doctor", "help"]);
