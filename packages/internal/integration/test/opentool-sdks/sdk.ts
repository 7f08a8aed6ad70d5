// The common parts of the stand-ins of other SDKs. They send and answer the same bytes as the SDKs, whose sources are not here.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that runs, as a test sees it. */
export interface RunningServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A client of an SDK. Its methods reject as the SDK's do. */
interface SdkClient {
  version(): Promise<unknown>;
  load(): Promise<unknown>;
  call(name: string, args: object): Promise<unknown>;
  /** The results of a stream; absent before OpenTool 2.0. */
  stream?(name: string, args: object): Promise<readonly unknown[]>;
}

/** One SDK: a server of the test's functions, and a client. */
export interface Sdk {
  /** @param options - `key`: the only key */
  serve(options: { readonly key?: string }): Promise<RunningServer>;
  connect(url: string, options: { readonly key?: string }): SdkClient;
}

/** An error that a function throws to tell the client that it should stop calling. */
export class ToolBreak extends Error {}

/** The functions of every server in the test. A name that is not here is an unknown function. */
export const functions: Readonly<
  Record<string, (args: Readonly<Record<string, number>>) => Readonly<Record<string, unknown>>>
> = {
  add: ({ x = 0, y = 0 }) => ({ sum: x + y }),
  fail: () => {
    throw new Error("boom");
  },
  give_up: () => {
    throw new ToolBreak("Fatal error");
  },
};

/** The document of every server in the test, in the form of OpenTool 1.0.0. */
export const document = {
  opentool: "1.0.0",
  info: { title: "Calculator", version: "1.2.3" },
  functions: [
    {
      name: "add",
      description: "Add two numbers.",
      parameters: [
        { name: "x", description: "the first", schema: { type: "number" }, required: true },
        { name: "y", description: "the second", schema: { type: "number" }, required: true },
      ],
      return: { name: "sum", description: "their sum", schema: { type: "number" } },
    },
    { name: "fail", description: "Fail.", parameters: [] },
    { name: "give_up", description: "Fail for good.", parameters: [] },
  ],
} as const;

/** Listens on a free port of this machine. */
export async function listen(
  handle: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<RunningServer> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    handle(request, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/opentool`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends a response with exactly these bytes. */
export function answer(response: ServerResponse, status: number, type: string | undefined, body: string): void {
  response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body);
}

/** Parses a JSON text; `undefined` if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request as most SDKs do: with the path and the method of a call. */
export function send(url: string, path: string, key: string | undefined, body?: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
