import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on loopback; `answer` may throw, wait, or return `"hang up"` as a status of 0 to end the connection. */
export async function localService(
  answer: (request: ReceivedRequest) => LocalAnswer | Promise<LocalAnswer>,
): Promise<LocalService> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const piece of incoming.setEncoding("utf8")) body += piece;
    const { method = "", url = "/", headers } = incoming;
    const request = { method, url: new URL(url, "http://localhost"), headers, body };
    requests.push(request);
    const answered = await answer(request);
    if (typeof answered === "string") response.end(answered);
    else if ("json" in answered)
      response.setHeader("content-type", "application/json").end(JSON.stringify(answered.json));
    else if (answered.status === 0) response.destroy();
    else response.writeHead(answered.status, answered.headers).end(answered.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A request that a local service received. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** The answer of a local service; a string is a body with the status 200, an object without `status` is JSON. */
export type LocalAnswer =
  | string
  | {
      readonly status: number;
      readonly body?: string | Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly json: unknown };

/** A server on loopback that stands for a service. */
export interface LocalService extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}
