/** `runServer`: serves an executor or tools over HTTP until it is aborted. */
import { parseReadableJson } from "@helve/core/internal";
import { ActionExecutor } from "@helve/executor";
import { fromOpenApi, httpRequest, parseOpenTool, upgradeOpenTool } from "@helve/opentool";
import { type Tool, tool } from "@helve/tool";
import { ServerError } from "../server-error.ts";
import { type ServeOptions, serve } from "./serve.ts";

/** Options of {@link runServer}. */
export interface RunServerOptions extends Omit<ServeOptions, "log"> {
  /** Guards of tools. An executor has its own. */
  readonly guards: NonNullable<ConstructorParameters<typeof ActionExecutor>[1]>["guards"];
  /** Whether no line is written for each request. */
  readonly quiet?: boolean | undefined;
}

/** Where {@link runServer} writes, and what ends it. */
export interface RunServerIo {
  out(text: string): void;
  err(text: string): void;
  readonly signal: AbortSignal;
}

/**
 * Serves an executor, or tools under guards, until the signal is aborted: what `helve serve` does.
 *
 * @param source - an executor, a tool, a toolkit, or a list of them
 * @throws ServerError, ExecutorError
 */
export async function runServer(
  source: unknown,
  options: RunServerOptions,
  { out, err, signal }: RunServerIo,
): Promise<void> {
  const { guards = [], quiet = false, ...rest } = options;
  const tools = (Array.isArray(source) ? source : [source]) as ConstructorParameters<typeof ActionExecutor>[0];
  const executor = isExecutor(source) ? source : new ActionExecutor(tools, { guards });
  const server = await serve(executor, {
    ...rest,
    log: ({ method, path, status, duration, key, outcome, ...entry }) => {
      const parts = [method, path, status, `${duration.toFixed(1)} ms`, key, entry.function, outcome];
      if (!quiet) err(`${parts.filter((part) => part !== undefined).join(" ")}\n`);
    },
  });
  out(`${count(executor.names.length, "tool")} at ${server.url}, ${count(executor.guards.length, "guard")}\n`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Whether a value is an executor, also from another copy of the package. */
function isExecutor(value: unknown): value is ActionExecutor {
  return (
    typeof value === "object" && value !== null && "actionsInfo" in value && "execute" in value && "guards" in value
  );
}

/**
 * Creates tools of the functions of an OpenTool document that call an HTTP API (`x-http`), or of the operations of an OpenAPI document.
 *
 * @param input - the text of an OpenTool document in YAML, or a parsed document
 * @throws ServerError if a function calls no HTTP API; OpenToolError with every problem of the document
 */
export function documentTools(input: unknown): readonly Tool[] {
  const isOpenApi = typeof input === "object" && input !== null && "openapi" in input;
  const document = isOpenApi
    ? fromOpenApi(input).document
    : parseOpenTool(typeof input === "string" ? input : upgradeOpenTool(input).document);
  const { functions, schemas } = document;
  const others = functions.filter((fn) => !("x-http" in fn)).map(({ name }) => name);
  if (others.length > 0) {
    const message = `nothing runs ${others.join(", ")}: expected functions with x-http, or a module that exports tools`;
    throw new ServerError([{ code: "document", message }]);
  }
  return functions.map((fn) =>
    tool({
      function: fn,
      schemas,
      execute: async (args, { signal }) => {
        const { url, ...request } = httpRequest(fn, args);
        const response = await fetch(url, { ...request, redirect: "error", signal } as RequestInit);
        const body = await response.text();
        if (!response.ok)
          throw Object.assign(new Error(`${response.status} ${body.slice(0, 500)}`), { code: "http_error" });
        try {
          return parseReadableJson(body);
        } catch {
          return body;
        }
      },
    }),
  ) as readonly Tool[];
}
