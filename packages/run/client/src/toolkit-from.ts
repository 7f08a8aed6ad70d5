/** `toolkitFrom`: turns the functions of an OpenTool server into tools. */
import type { Args, ToolContext } from "@helve/core";
import { ownMember } from "@helve/core/internal";
import {
  type ArgsFromFunction,
  diffOpenTool,
  type OpenTool,
  type OpenToolFunction,
  parseOpenTool,
  type ResultFromFunction,
} from "@helve/opentool";
import { type Tool, ToolError, tool } from "@helve/tool";
import { createClient, type OpenToolClient } from "./client.ts";
import { type ClientOptions, clientOptionNames } from "./client-options.ts";
import { DocumentChangedError } from "./document-changed-error.ts";
import { ClientOptionsError, NoAccessError, ResponseTimeoutError, ServerCallError } from "./errors.ts";
import { fingerprintDocument } from "./fingerprint-document.ts";
import { numberIssues, optionIssue, throwIfNoObject, unknownNameIssues } from "./option-issues.ts";
import { type ServerDocument, throwIfTooDeep } from "./read-document.ts";
import { unwrapResult } from "./unwrap-result.ts";

/** Options of {@link toolkitFrom}. */
export interface ToolkitFromOptions<Document extends OpenTool = OpenTool, Name extends string = string>
  extends ClientOptions {
  /** The name of the toolkit: tools are addressed `Name.tool`. By default the letters and digits of the document's title. */
  readonly name?: Name | undefined;
  /** The document that was accepted; a literal types the tools. By default the server's. */
  readonly document?: Document | undefined;
  /** The fingerprint of the accepted document; by default the fingerprint of `document`, or else any document is accepted the first time. */
  readonly accepted?: string | undefined;
  /** The names of the functions that may be called again after a failure, because that has no further effect; none by default. */
  readonly idempotent?: readonly string[] | undefined;
  /** After how many milliseconds a call first checks whether the server's document has changed; 300,000 by default. */
  readonly recheck?: number | undefined;
}

/** The functions of a server as a toolkit, for an `ActionExecutor`. */
export interface RemoteToolkit<Document extends OpenTool = OpenTool, Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  readonly tools: RemoteTools<Document>;
  /** The accepted document. */
  readonly document: OpenTool;
  /** Its fingerprint: store it, and pass it as `accepted` the next time. */
  readonly fingerprint: string;
  readonly client: OpenToolClient;
  /** Checks whether the server's document has changed. @throws DocumentChangedError if it has */
  check(): Promise<void>;
}

/** The tools of a document, typed by it if it is a literal. */
export type RemoteTools<Document extends OpenTool> = ToolsOf<Document["functions"], Document["schemas"]>;

type ToolsOf<Functions extends readonly OpenToolFunction[], Schemas> = {
  readonly [Index in keyof Functions]: Tool<
    ArgsFromFunction<Functions[Index], Schemas>,
    Promise<ResultFromFunction<Functions[Index], Schemas>>,
    Functions[Index]["name"]
  >;
};

/**
 * Creates a toolkit of a server's functions. The document that is accepted stays the one that models see: when the server's document
 * changes, every call is refused with a `DocumentChangedError` until a new toolkit is created with the new fingerprint.
 *
 * @throws DocumentChangedError if the server's document is not the accepted one; NoAccessError if there is no document at all; what
 *   `createClient` and its `load` throw
 *
 * @example
 * const kettle = await toolkitFrom("http://localhost:9627/opentool", { accepted: stored });
 * const executor = new ActionExecutor([kettle], { guards });
 */
export async function toolkitFrom<const Document extends OpenTool = OpenTool, const Name extends string = string>(
  url: string | readonly string[],
  options: ToolkitFromOptions<Document, Name> = {},
): Promise<RemoteToolkit<Document, Name>> {
  throwIfInvalid(options);
  const {
    name: _name,
    document: _document,
    accepted: _accepted,
    idempotent: _idempotent,
    recheck: _recheck,
    ...rest
  } = options;
  const client = createClient(url, rest);
  const remote = new Remote(client, options);
  const { document, originalNames } = await remote.accept();
  const tools = throwIfTooDeep(() =>
    document.functions.map((fn) => remoteTool(remote, fn, document.schemas, originalNames.get(fn.name) ?? fn.name)),
  );
  return {
    name: (options.name ?? nameOf(document.info.title)) as Name,
    description: document.info.description ?? document.info.title,
    tools: tools as unknown as RemoteTools<Document>,
    document,
    fingerprint: remote.fingerprint,
    client,
    check: () => remote.check(),
  };
}

/** Throws for an invalid option of the toolkit; the client checks its own. */
function throwIfInvalid(options: ToolkitFromOptions): void {
  throwIfNoObject(options, "a toolkit");
  const names = [...clientOptionNames, "name", "document", "accepted", "idempotent", "recheck"];
  const unknown = unknownNameIssues(options, names, "a toolkit");
  const { name, accepted, idempotent, recheck } = options;
  const isText = (value: unknown): boolean => value === undefined || (typeof value === "string" && value !== "");
  const issues = [
    ...unknown,
    ...(isText(name) ? [] : [optionIssue("name", "must be a text")]),
    ...(isText(accepted) ? [] : [optionIssue("accepted", "must be a fingerprint, such as sha256:…")]),
    ...(idempotent === undefined || Array.isArray(idempotent)
      ? []
      : [optionIssue("idempotent", "must be a list of names of functions")]),
    ...(recheck === undefined ? [] : numberIssues("recheck", recheck, 0)),
  ];
  if (issues.length > 0) throw new ClientOptionsError(issues);
}

/** A server whose document was accepted. */
class Remote {
  readonly client: OpenToolClient;
  readonly #options: ToolkitFromOptions;
  fingerprint = "";
  #document: OpenTool | undefined;
  #checkedAt = 0;
  #changed: DocumentChangedError | undefined;
  #checking: Promise<void> | undefined;

  constructor(client: OpenToolClient, options: ToolkitFromOptions) {
    this.client = client;
    this.#options = options;
  }

  /** Loads the document, and returns the one that is accepted. */
  async accept(): Promise<ServerDocument> {
    const { document: given, accepted, idempotent = [] } = this.#options;
    const pinned = given && parseOpenTool(given);
    const loaded = await this.client.loadDocument();
    const document = pinned ?? loaded?.document;
    if (document === undefined) throw new NoAccessError("the server has no document: pass one as `document`");
    const unknown = idempotent.filter((name) => !document.functions.some((fn) => fn.name === name));
    if (unknown.length > 0) {
      throw new ClientOptionsError(
        unknown.map((name) => optionIssue("idempotent", `names the function ${name}, which is not in the document`)),
      );
    }
    this.#document = document;
    this.fingerprint = accepted ?? (await fingerprintDocument(document));
    await this.#compare(loaded?.document ?? document);
    return { document, originalNames: loaded?.originalNames ?? new Map() };
  }

  isIdempotent(name: string): boolean {
    return this.#options.idempotent?.includes(name) === true;
  }

  /** Throws if the document has changed. Loads it again if the last check is old. */
  async throwIfChanged(): Promise<void> {
    if (this.#changed !== undefined) throw this.#changed;
    if (performance.now() - this.#checkedAt > (this.#options.recheck ?? 300_000)) await this.check();
  }

  check(): Promise<void> {
    this.#checking ??= this.#load().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #load(): Promise<void> {
    const loaded = await this.client.loadDocument();
    if (loaded !== undefined) await this.#compare(loaded.document);
    if (this.#changed !== undefined) throw this.#changed;
  }

  async #compare(now: OpenTool): Promise<void> {
    this.#checkedAt = performance.now();
    const fingerprint = await fingerprintDocument(now);
    if (fingerprint === this.fingerprint) return;
    const before = this.#document;
    const diff = before === undefined || before === now ? undefined : diffOpenTool(before, now);
    const what = diff?.changes
      .map(({ message }) => message)
      .slice(0, 3)
      .join("; ");
    const message = `the document "${now.info.title}" is not the one that was accepted${what ? ` (${what})` : ""}: review it, and pass its fingerprint as \`accepted\``;
    this.#changed = new DocumentChangedError(message, { document: now, fingerprint, diff });
    throw this.#changed;
  }
}

/** Makes a tool that calls a function of a server. */
function remoteTool(remote: Remote, fn: OpenToolFunction, schemas: OpenTool["schemas"], name: string): Tool<Args> {
  const idempotent = remote.isIdempotent(fn.name);
  const created: Tool<Args> = tool({
    function: fn,
    schemas,
    idempotent: idempotent || undefined,
    execute: async (args: Args, context: ToolContext): Promise<unknown> => {
      await remote.throwIfChanged();
      try {
        // The executor repeats idempotent calls; here, each address is tried once.
        const result =
          fn.stream === undefined
            ? await remote.client.call(name, args, { signal: context.signal, idempotent, retries: 0 })
            : await streamed(args, context);
        return unwrapResult(result, fn.return, created.returns);
      } catch (error) {
        throw toolError(error);
      }
    },
  }) as Tool<Args>;

  /** Reports each result as progress, and returns the last one. */
  async function streamed(args: Args, { signal, progress }: ToolContext): Promise<unknown> {
    let last: unknown = {};
    for await (const { event, result } of remote.client.stream(name, args, { signal })) {
      const returned = ownMember(fn.stream, event) as OpenToolFunction["return"];
      progress(unwrapResult(result, returned ?? undefined, created.returns));
      last = result;
    }
    return last;
  }
  return created;
}

/** Converts an error of a function to a `ToolError` that the model reads; other errors are unchanged. */
function toolError(error: unknown): unknown {
  return error instanceof ServerCallError || error instanceof ResponseTimeoutError
    ? new ToolError(error.message, { cause: error })
    : error;
}

/** Makes a toolkit's name of a server's title: `My tools` becomes `MyTools`. */
function nameOf(title: string): string {
  const name = title
    .replace(/[^a-zA-Z0-9]+/g, " ")
    .trim()
    .replace(/ +(.)/g, (_, letter: string) => letter.toUpperCase());
  return name === "" ? "Remote" : name.slice(0, 30);
}
