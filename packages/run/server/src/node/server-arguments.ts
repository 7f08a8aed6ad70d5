/** Reads the command-line arguments of an OpenTool server. */
import { parseArgs } from "node:util";
import { errorJson, type Issue, IssuesError } from "@helve/core";
import { quote, withoutUndefined } from "@helve/core/internal";

/** The arguments of a server's command line are invalid. */
export class ServerArgumentsError extends IssuesError {
  override readonly code = "invalid_arguments";
}

/** The parsed command line of a server. */
export interface ServerArguments {
  /** Whether only the version is wanted. */
  readonly version: boolean;
  readonly port?: number;
  readonly address?: string;
  readonly keys?: readonly string[];
  /** The version that the daemon knows the server by. */
  readonly tag?: string;
}

/**
 * Reads the command line of an OpenTool server: `--toolPort` (`-t`), `--apiKeys` (`-k`, repeatable) and `--version` (`-v`) of the
 * guidelines for version 1, and `--opentoolServerTag`, `--opentoolServerHost`, `--opentoolServerPort` and `--opentoolServerApiKeys`
 * (repeatable), which the daemon of version 2 appends. A leading `start` is allowed. None is required.
 *
 * @param args - without Node and the file: `process.argv.slice(2)`
 * @throws ServerArgumentsError with every problem
 *
 * @example
 * const { port, address, keys } = readServerArguments(process.argv.slice(2));
 * await serve(executor, { port, address, keys });
 */
export function readServerArguments(args: readonly string[]): ServerArguments {
  const { values } = parse(args[0] === "start" ? args.slice(1) : args);
  const portText = values.opentoolServerPort ?? values.toolPort;
  const keys = [...(values.apiKeys ?? []), ...(values.opentoolServerApiKeys ?? [])];
  const port = Number(portText);
  if (portText !== undefined && !(/^\d{1,5}$/.test(portText) && port < 65_536)) {
    throw new ServerArgumentsError([issue(`the port must be a number from 0 to 65535 (got ${quote(portText)})`)]);
  }
  return withoutUndefined({
    version: values.version ?? false,
    port: portText === undefined ? undefined : port,
    address: values.opentoolServerHost,
    keys: keys.length > 0 ? keys : undefined,
    tag: values.opentoolServerTag,
  });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        version: { type: "boolean", short: "v" },
        toolPort: { type: "string", short: "t" },
        apiKeys: { type: "string", short: "k", multiple: true },
        opentoolServerTag: { type: "string" },
        opentoolServerHost: { type: "string" },
        opentoolServerPort: { type: "string" },
        opentoolServerApiKeys: { type: "string", multiple: true },
      },
    });
  } catch (cause) {
    throw new ServerArgumentsError([issue(errorJson(cause).message)], { cause });
  }
}

function issue(message: string): Issue {
  return { code: "argument", message };
}
