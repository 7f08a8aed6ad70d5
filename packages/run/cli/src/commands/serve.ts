/** `helve serve`: serves tools over HTTP. */
import { HelveError, type Issue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { guard } from "@helve/guard";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { type JudgingOptions, judgingContext } from "../judge.ts";
import { optionalPackages } from "../optional-package.ts";
import { parseJson } from "../parse-json.ts";
import { readText } from "../read-text.ts";
import { userModule } from "../user-module.ts";

/** The options of `helve serve`. */
export interface ServeCommandOptions extends Omit<JudgingOptions, "cwd" | "home"> {
  readonly port?: string;
  readonly address?: string;
  readonly key: readonly string[];
  readonly origin: readonly string[];
  readonly quiet?: boolean;
}

/** `helve serve`: serves the tools of a module, or the functions of a document that call an HTTP API, until it is interrupted. */
export async function serveCommand(source: string, options: ServeCommandOptions, io: Io): Promise<number> {
  const { server } = await optionalPackages<{ server: typeof import("@helve/server/node"); hono: unknown }>(
    "helve serve",
    { server: "@helve/server/node", hono: "@hono/node-server" },
  );
  const { address, port, quiet, origin: origins } = options;
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new UsageError(`--port must be a number (got ${port})`);
  const keys = [...options.key, ...(io.environment["HELVE_TOOL_KEY"]?.split(" ").filter(Boolean) ?? [])];
  const [, extension] = /\.(json|ya?ml)$/i.exec(source) ?? [];
  const text = extension === undefined ? "" : readText(source, io.cwd);
  const exported =
    extension === undefined
      ? await userModule("SOURCE", source, io.cwd)
      : server.documentTools(extension.toLowerCase() === "json" ? parseJson(text, source) : text);
  if (isObject(exported) && "guards" in exported && (options.rules ?? options.preset ?? options.policy) !== undefined) {
    throw new UsageError(`${source} is an executor with its own guards: --rules, --preset and --policy need tools`);
  }
  const { source: rules, policy } = judgingContext(options, io);
  const rulesGuard = guard({
    rules: rules.program,
    policy,
    ask: () => ({ decision: "reject", reason: "there is nobody to ask" }),
    warn: ({ message }) => io.err(`${rules.name}: ${message}\n`),
  });
  const served = { guards: [rulesGuard], address, quiet, port: port === undefined ? undefined : Number(port) };
  try {
    await server.runServer(
      exported,
      { ...served, keys: keys.length > 0 ? keys : undefined, origins: origins.length > 0 ? origins : undefined },
      io,
    );
  } catch (error) {
    throw inCommandWords(error);
  }
  return exitCodes.fine;
}

/** Rewrites an error of the server package so that it names options of the command line. */
function inCommandWords(error: unknown): unknown {
  if (!HelveError.is(error) || error.code !== "invalid_server") return error;
  const { issues } = error as HelveError & { readonly issues: readonly Issue[] };
  const messages = issues.map(({ message }) =>
    message
      .replace(/^"(port|address|key|origin)s?(?:\.\d+)?"/, "--$1")
      .replace("unless there are keys", "unless there is a --key"),
  );
  return new UsageError(messages.join("\n"));
}
