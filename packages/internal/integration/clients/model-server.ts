import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A call of a tool, as a model requests it. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  /** The group of tools to which the name belongs, for an API that has groups. */
  readonly namespace?: string;
}

/** One server-sent event. */
export interface SentEvent {
  readonly event?: string;
  readonly data: object | string;
}

/** The format in which a client talks with its model: the requests it sends, and the answers it expects. */
export interface WireFormat {
  /** Whether a request continues the conversation. Clients send others too: for a title, to count tokens. */
  isTurn(url: string, body: unknown): boolean;
  /** The results of the tools so far, oldest first. */
  resultsOf(body: unknown): readonly string[];
  /** The answer that calls a tool. */
  call(call: ModelCall): readonly SentEvent[];
  /** The answer that is only text, with which the conversation ends. */
  message(text: string): readonly SentEvent[];
}

/** A model that requests the calls of a script, one after the other. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The results of the tools, by the last request. */
  readonly results: readonly string[];
  /** The errors in the server. */
  readonly errors: readonly unknown[];
}

/**
 * Starts a model on loopback.
 *
 * @param next - the call that follows after the results so far, which may depend on the body of the request; `undefined` ends the conversation. It is called once for each turn, also if
 *   the client repeats its request
 */
export async function startModelServer(
  format: WireFormat,
  next: (results: readonly string[], body: unknown) => ModelCall | undefined | Promise<ModelCall | undefined>,
): Promise<ModelServer> {
  const state = { results: [] as readonly string[], errors: [] as unknown[] };
  const turns = new Map<number, Promise<ModelCall | undefined>>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse((await text(request)) || "{}");
    if (!format.isTurn(request.url ?? "", body)) return sendEvents(response, format.message("A title"));
    const results = format.resultsOf(body);
    state.results = results;
    const turn = turns.get(results.length) ?? Promise.resolve(next(results, body));
    turns.set(results.length, turn);
    const call = await turn;
    sendEvents(response, call === undefined ? format.message("Done.") : format.call(call));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      state.errors.push(error);
      response.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get results() {
      return state.results;
    },
    get errors() {
      return state.errors;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers a request with server-sent events. */
export function sendEvents(response: ServerResponse, events: readonly SentEvent[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { event, data } of events) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
