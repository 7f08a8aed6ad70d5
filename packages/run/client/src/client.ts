import { isObject, longestTimer } from "@helve/core/internal";
import type { OpenTool } from "@helve/opentool";
import {
  type CallOptions,
  type ClientOptions,
  type RequestOptions,
  settingsOf,
  throwIfInvalid,
} from "./client-options.ts";
import { InvalidResponseError, RequestError, ResponseTimeoutError } from "./errors.ts";
import { readDocument, type ServerDocument } from "./read-document.ts";
import { readEvents, type StreamEvent } from "./read-events.ts";
import { type ReadResponse, readCallResponse, readJson, throwIfRefused } from "./read-response.ts";
import { requestText } from "./request-text.ts";
import { readText, Sender } from "./send.ts";

/** A client of one OpenTool server. */
export interface OpenToolClient {
  /** Returns the version of the server's tool. */
  version(options?: RequestOptions): Promise<string>;
  /**
   * Returns the server's document; `undefined` if it has none.
   *
   * @throws OpenToolError with every problem of the document
   */
  load(options?: RequestOptions): Promise<OpenTool | undefined>;
  /** Like `load`, with the names of functions that the document can't have. */
  loadDocument(options?: RequestOptions): Promise<ServerDocument | undefined>;
  /**
   * Calls a function.
   *
   * @returns the result, an object; a value that is not an object is under the name of the function's return
   * @throws ServerCallError if the function failed or was not allowed to run; InvalidArgumentsError if JSON can't represent the arguments
   */
  call(name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
  /** Calls a function, and yields its results as they come (OpenTool 2.0). Leaving the loop ends the call. */
  stream(name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): AsyncGenerator<StreamEvent>;
  /** Stops the server, if it allows that (OpenTool 2.0). */
  stop(options?: RequestOptions): Promise<void>;
}

/**
 * Creates a client for OpenTool servers of version 1.0, 1.1 and 2.0, of any SDK.
 *
 * Every method throws a `RequestError`: `unauthorized` for a wrong key, `no_access` if there is no server, `call_failed` if the function
 * failed, `timeout`, `invalid_response`, `response_null`, `error_null`, `invalid_arguments`. If the signal is aborted, its reason is thrown.
 *
 * @param url - where the server is, with its prefix; several addresses of one server are tried in their order if one can't be reached. A tool of
 *   OpenTool's daemon is at `http://localhost:19627/opentool-daemon/tools/ID`
 * @throws ClientOptionsError with every invalid option
 *
 * @example
 * const client = createClient("http://localhost:9627/opentool", { apiKey });
 * await client.call("add", { x: 1, y: 2 }); // { sum: 3 }
 */
export function createClient(url: string | readonly string[], options: ClientOptions = {}): OpenToolClient {
  const settings = settingsOf(url, options);
  const sender = new Sender(settings);
  const { maxResponseBytes, detectErrorResults } = settings;

  /** Reads a whole response. */
  async function whole(response: Response): Promise<ReadResponse> {
    return { url: response.url, status: response.status, text: await readText(response, maxResponseBytes) };
  }

  const get = async <Result>(
    path: string,
    requestOptions: RequestOptions,
    read: (response: ReadResponse) => Result,
  ): Promise<Result> => {
    throwIfInvalid(requestOptions, "request");
    return sender.send({ method: "GET", path }, { ...requestOptions, idempotent: true }, async (response) =>
      read(await whole(response)),
    );
  };

  const loadDocument = (requestOptions: RequestOptions = {}) => get("/load", requestOptions, readDocument);

  return {
    version: (requestOptions = {}) => get("/version", requestOptions, readVersion),
    load: async (requestOptions) => (await loadDocument(requestOptions))?.document,
    loadDocument,
    call: async (name, args = {}, callOptions = {}) => {
      throwIfInvalid(callOptions, "call");
      const id = callOptions.id ?? globalThis.crypto.randomUUID();
      return sender.send(
        { method: "POST", path: "/call", body: requestText(settings.form, name, args, id) },
        callOptions,
        async (response) => readCallResponse(await whole(response), { id, detectErrorResults }),
      );
    },
    stream: (name, args = {}, callOptions = {}) => stream(sender, name, args, callOptions),
    stop: async (requestOptions = {}) => {
      throwIfInvalid(requestOptions, "request");
      await sender.send({ method: "POST", path: "/stop" }, requestOptions, async (response) => {
        throwIfRefused(await whole(response));
      });
    },
  };
}

/** Calls a streaming function. */
async function* stream(
  sender: Sender,
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
): AsyncGenerator<StreamEvent> {
  throwIfInvalid(options, "call");
  const { maxResponseBytes, detectErrorResults } = sender.settings;
  const id = options.id ?? globalThis.crypto.randomUUID();
  const { timeout = sender.settings.timeout, signal } = options;
  const cancel = new AbortController();
  const signals = AbortSignal.any([cancel.signal, ...(signal === undefined ? [] : [signal])]);
  const request = {
    method: "POST",
    path: "/streamCall",
    body: requestText(sender.settings.form, name, args, id),
    accept: "text/event-stream",
  } as const;
  // The time limit holds until the response begins, and then from event to event.
  const response = await sender.send(request, { ...options, signal: signals }, async (begun) => begun);
  const isStream = response.headers.get("content-type")?.toLowerCase().includes("text/event-stream") ?? false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    if (!isStream || response.body === null) {
      const { url, status } = response;
      const result = readCallResponse(
        { url, status, text: await readText(response, maxResponseBytes) },
        { id, detectErrorResults },
      );
      yield { event: "data", result };
      return;
    }
    const restart = (): void => {
      clearTimeout(timer);
      if (timeout <= longestTimer)
        timer = setTimeout(
          () => cancel.abort(new ResponseTimeoutError(`the stream was silent for ${timeout} ms`)),
          timeout,
        );
    };
    restart();
    yield* readEvents(response.body, { id, maxBytes: maxResponseBytes, onChunk: restart });
  } catch (error) {
    signals.throwIfAborted();
    if (error instanceof RequestError) throw error;
    throw new InvalidResponseError("the connection was lost during the stream", { cause: error });
  } finally {
    clearTimeout(timer);
    cancel.abort(); // ends the call of a caller that leaves its loop
  }
}

/** Reads `{ version }`, or `{ versionNumber }` as servers of the C# SDK send it. */
function readVersion(response: ReadResponse): string {
  throwIfRefused(response);
  const value = readJson(response);
  const { version, versionNumber } = isObject(value) ? value : {};
  const found = version ?? versionNumber;
  if (typeof found === "string") return found;
  throw new InvalidResponseError('the answer of /version must be { "version": "…" }', { status: response.status });
}
