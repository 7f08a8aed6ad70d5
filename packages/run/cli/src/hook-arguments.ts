/** Reads the arguments of `helve hook CLIENT` without loading the other commands. */

/** A call of `helve hook CLIENT`. */
export interface HookArguments {
  readonly client: string;
  /** The client's name of the event, for clients that don't send it. */
  readonly event?: string;
  /** The session, for clients that don't send it. */
  readonly session?: string;
}

/** The arguments of `helve hook CLIENT [--event NAME] [--session ID]`; `undefined` for another command, and for a call that has mistakes. */
export function hookArguments(args: readonly string[]): HookArguments | undefined {
  const [command, client = "", ...options] = args;
  if (command !== "hook" || !/^[a-z]+(-[a-z]+)*$/.test(client) || subcommands.has(client)) return undefined;
  let result: HookArguments = { client };
  for (let index = 0; index < options.length; index += 2) {
    const [option, value] = options.slice(index);
    if (value === undefined || (option !== "--event" && option !== "--session")) return undefined;
    result = { ...result, [option.slice(2)]: value };
  }
  return result;
}

const subcommands: ReadonlySet<string> = new Set(["install", "uninstall", "doctor", "help"]);
