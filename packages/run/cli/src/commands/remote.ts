/** `helve call` and `helve inspect`: call the tools of an OpenTool server. */
import { isObject } from "@helve/core/internal";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { optionalPackages } from "../optional-package.ts";
import { parseJson } from "../parse-json.ts";

/** The options of both commands. */
export interface RemoteOptions {
  readonly key?: string;
}

/** `helve call`: calls a function with arguments as JSON text, and prints its result as JSON. */
export async function callCommand(
  url: string,
  { name, text }: { readonly name: string; readonly text: string | undefined },
  options: RemoteOptions & { readonly stream?: boolean },
  io: Io,
): Promise<number> {
  const args = text === undefined ? {} : parseJson(text === "-" ? await io.stdin() : text, "ARGS");
  if (!isObject(args)) throw new UsageError("ARGS must be a JSON object");
  const { command } = await packages("helve call");
  return (await command.callCommand(url, { name, args }, withKey(options, io), io))
    ? exitCodes.fine
    : exitCodes.findings;
}

/** `helve inspect`: lists the functions of a server, and lets a person try them or waits for changes. */
export async function inspectCommand(
  url: string,
  options: RemoteOptions & { readonly json?: boolean; readonly try?: boolean; readonly watch?: boolean },
  io: Io,
): Promise<number> {
  const { command } = await packages("helve inspect");
  const ask = async (question: string): Promise<string> => {
    const line = await io.ask(question, { atEnd: "" });
    if (line !== undefined) return line;
    throw new UsageError("--try needs a terminal; without one, use helve call URL TOOL ARGS");
  };
  await command.inspectCommand(url, withKey(options, io), { ...io, ask });
  return exitCodes.fine;
}

/** Loads the package for remote tools; tells how to install it if it is missing. */
function packages(purpose: string): Promise<{ command: typeof import("@helve/client/command") }> {
  return optionalPackages<{ command: typeof import("@helve/client/command") }>(purpose, {
    command: "@helve/client/command",
  });
}

function withKey<Options extends RemoteOptions>(options: Options, { environment }: Io): Options {
  return { ...options, key: options.key ?? (environment["HELVE_TOOL_KEY"] || undefined) };
}
