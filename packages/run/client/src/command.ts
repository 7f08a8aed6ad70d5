/** The subpath `@helve/client/command`: what `helve call` and `helve inspect` do. */
import { didYouMean, escapeInvisible, isObject, visibleJson, waitUnlessAborted } from "@helve/core/internal";
import { diffOpenTool, type OpenTool } from "@helve/opentool";
import { createClient, type OpenToolClient } from "./client.ts";
import { ClientOptionsError, NoAccessError, RequestError, ServerCallError, UnauthorizedError } from "./errors.ts";

/** Where a command reads and writes. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  /** Reads a line from the terminal; `undefined` if not found. */
  ask(question: string): Promise<string | undefined>;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** Options of both commands. */
export interface CommandOptions {
  /** The key of the server. */
  readonly key?: string | undefined;
}

/** A call of a function of a server. */
export interface FunctionCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Calls a function, and prints its results as JSON.
 *
 * @returns whether the function succeeded
 * @throws what a client throws, except for an error of the function, which is printed
 */
export async function callCommand(
  url: string,
  call: FunctionCall,
  { key, stream = false }: CommandOptions & { readonly stream?: boolean },
  io: CommandIo,
): Promise<boolean> {
  return print(clientOf(url, key), { ...call, stream }, io).catch((error: unknown) => {
    throw inCommandWords(error, key);
  });
}

/**
 * Lists the functions of a server. With `try`, reads calls from the terminal and executes them, until an empty line; with `watch`, prints
 * what changes in the document, until the signal is aborted.
 *
 * @throws what a client throws, and the reason of the signal
 */
export async function inspectCommand(
  url: string,
  options: CommandOptions & { readonly json?: boolean; readonly try?: boolean; readonly watch?: boolean },
  io: CommandIo,
): Promise<void> {
  const { key } = options;
  const client = clientOf(url, key);
  const document = await client.load({ signal: io.signal }).catch((error: unknown) => {
    throw inCommandWords(error, key);
  });
  if (document === undefined) throw new NoAccessError("the server has no document");
  io.out(options.json === true ? `${JSON.stringify(document)}\n` : listOf(document));
  if (options.try === true) await tryFunctions({ client, key }, document, io);
  else if (options.watch === true) await watch({ client, key }, document, io);
}

/** Makes a client of a server; an error speaks of the command's options. */
function clientOf(url: string, apiKey: string | undefined): OpenToolClient {
  try {
    return createClient(url, { detectErrorResults: true, apiKey });
  } catch (error) {
    throw inCommandWords(error, apiKey);
  }
}

/** A server, and the key that the command was started with. */
interface Target {
  readonly client: OpenToolClient;
  readonly key: string | undefined;
}

/** An error in the words of the command line: it has `--key` where a client has `apiKey`. */
function inCommandWords(error: unknown, key: string | undefined): unknown {
  if (error instanceof UnauthorizedError) {
    const message =
      key === undefined
        ? "the server needs a key: use --key, or set HELVE_TOOL_KEY"
        : "the server refuses the key: check --key, or HELVE_TOOL_KEY";
    return new UnauthorizedError(message, { status: error.status, cause: error });
  }
  if (!(error instanceof ClientOptionsError)) return error;
  const issues = error.issues.map((issue) => ({
    ...issue,
    message: issue.message.replace(/^"(url|apiKey)"/, (_, name: string) => (name === "url" ? "URL" : "--key")),
  }));
  return new ClientOptionsError(issues, { cause: error });
}

/** Calls a function and prints what it returns. @returns whether it succeeded */
async function print(
  client: OpenToolClient,
  { name, args, stream }: FunctionCall & { readonly stream: boolean },
  { out, err, signal }: CommandIo,
): Promise<boolean> {
  try {
    if (!stream) out(`${visibleJson(await client.call(name, args, { signal }))}\n`);
    else for await (const { result } of client.stream(name, args, { signal })) out(`${visibleJson(result)}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof ServerCallError)) throw error;
    const hint = error.status === 405 ? "helve inspect lists the functions of a server.\n" : "";
    err(`${escapeInvisible(error.message)}\n${hint}`);
    return false;
  }
}

/** Lists the functions of a document for a person. */
function listOf({ info, functions }: OpenTool): string {
  const lines = functions.map(({ name, description, parameters, stream }) => {
    const names = parameters.map(({ name, required, schema }) =>
      oneLine(`${name}${required ? "" : "?"}${"type" in schema ? `: ${schema.type}` : ""}`),
    );
    return `${name}(${names.join(", ")})${stream === undefined ? "" : " stream"}\n  ${oneLine(description)}\n`;
  });
  return `${oneLine(`${info.title} ${info.version}`)}\n${lines.join("")}`;
}

function oneLine(text: string): string {
  return escapeInvisible(text).replace(/\s+/g, " ");
}

/** Lets a person call functions at the terminal. */
async function tryFunctions(target: Target, { functions }: OpenTool, io: CommandIo): Promise<void> {
  for (;;) {
    const line = (await io.ask('function {"argument": …}> '))?.trim();
    if (line === undefined || line === "") return;
    const [, name = "", text = ""] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
    const fn = functions.find((one) => one.name === name);
    const args = text === "" ? {} : parsedObject(text);
    const names = functions.map((one) => one.name);
    if (fn === undefined) io.err(`there is no function ${escapeInvisible(name)}${didYouMean(name, names)}\n`);
    else if (args === undefined) io.err(`the arguments must be a JSON object, such as ${exampleOf(fn)}\n`);
    else await tryFunction(target, { name, args, stream: fn.stream !== undefined }, io);
  }
}

/** Calls a function, and prints why it could not be called: the next call may succeed. */
async function tryFunction({ client, key }: Target, call: Parameters<typeof print>[1], io: CommandIo): Promise<void> {
  try {
    await print(client, call, io);
  } catch (error) {
    io.signal.throwIfAborted();
    if (!(error instanceof RequestError)) throw error;
    io.err(`${messageOf(error, key)}\n`);
  }
}

/** A call that shows the form of the arguments: `greet {"name": …}`. */
function exampleOf({ name, parameters }: OpenTool["functions"][number]): string {
  const members = parameters
    .filter(({ required }) => required)
    .map((parameter) => `${JSON.stringify(parameter.name)}: …`);
  return oneLine(`${name} {${members.join(", ")}}`);
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Prints changes of the server's document until interrupted. */
async function watch({ client, key }: Target, first: OpenTool, { out, err, signal }: CommandIo): Promise<void> {
  let before = first;
  let problem: string | undefined;
  for (;;) {
    await waitUnlessAborted(watchInterval, signal);
    signal.throwIfAborted();
    try {
      const now = (await client.load({ signal })) ?? before;
      if (problem !== undefined) err("the server answers again\n");
      problem = undefined;
      for (const { impact, message } of diffOpenTool(before, now).changes) out(`${impact}: ${oneLine(message)}\n`);
      before = now;
    } catch (error) {
      signal.throwIfAborted();
      // Once, however long the server is gone.
      const message = messageOf(error, key);
      if (message !== problem) err(`${message}\n`);
      problem = message;
    }
  }
}

/** Returns an error's message in the words of the command's options, without the key. */
function messageOf(error: unknown, key: string | undefined): string {
  return escapeInvisible((inCommandWords(error, key) as Error).message);
}

/** In milliseconds. */
const watchInterval = 2_000;
