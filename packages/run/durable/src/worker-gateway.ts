/** Passes invocations of a server of Restate on to workers. They connect to the gateway, so that they need no address. */
import { once } from "node:events";
import * as http2 from "node:http2";
import { connect, createServer, type Server } from "node:net";
import { waitUnlessAborted } from "@helve/core/internal";

/** Handles a request of the server. */
type Handler = (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void;

interface Closable {
  close(): Promise<void>;
}

/**
 * Opens two ports: of the address, to which the server connects, and the one after it, for workers. An invocation goes to the worker that has the
 * fewest; while there is none, the server is asked to try again.
 *
 * @param own - handles the other requests of the server
 */
export async function openGateway(address: string, own: Handler): Promise<Closable> {
  const { hostname, port } = placeOf(address);
  /** The number of invocations of each worker. */
  const workers = new Map<http2.ClientHttp2Session, number>();
  const sessions = new Set<http2.ServerHttp2Session>();
  const front = http2.createServer((request, response) => {
    if (!request.url.startsWith("/invoke/")) return own(request, response);
    const [worker] = [...workers].reduce((fewest, each) => (each[1] < fewest[1] ? each : fewest), noWorker);
    if (worker === undefined) {
      response.writeHead(503);
      response.end();
      return;
    }
    workers.set(worker, (workers.get(worker) ?? 0) + 1);
    forward(request, worker).once("close", () => {
      const count = workers.get(worker);
      if (count !== undefined) workers.set(worker, count - 1);
    });
  });
  front.on("session", (session) => {
    sessions.add(session);
    session.on("error", ignoreError);
    session.once("close", () => sessions.delete(session));
  });
  const back = createServer((socket) => {
    const worker = http2.connect("http://worker", { createConnection: () => socket });
    workers.set(worker, 0);
    worker.on("error", ignoreError);
    for (const event of ["goaway", "close"]) worker.once(event, () => workers.delete(worker));
  });
  const close = async (): Promise<void> => {
    for (const session of [...sessions, ...workers.keys()]) session.destroy();
    for (const server of [front, back]) server.close();
  };
  try {
    await listen(front, port, hostname);
    await listen(back, port + 1, hostname);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

const noWorker: readonly [http2.ClientHttp2Session | undefined, number] = [undefined, Infinity];

/** Handles the invocations that a gateway passes on. Where the gateway is gone, the worker connects again when it is back. */
export function serveGateway(address: string, handler: Handler, concurrency: number): Closable {
  const { hostname, port } = placeOf(address);
  const server = http2.createServer({ settings: { maxConcurrentStreams: concurrency } }, handler);
  const closing = new AbortController();
  let current: http2.ServerHttp2Session | undefined;
  server.on("session", (session) => {
    current = session;
    session.on("error", ignoreError);
  });

  /** Keeps connecting to the gateway. */
  async function serve(): Promise<void> {
    while (!closing.signal.aborted) {
      const socket = connect(port + 1, hostname);
      socket.on("error", ignoreError);
      socket.once("connect", () => server.emit("connection", socket));
      await new Promise((resolve) => socket.once("close", resolve));
      await waitUnlessAborted(reconnectInterval, closing.signal);
    }
  }

  const served = serve();
  return {
    async close() {
      closing.abort();
      current?.close(); // after its invocations
      await served;
    },
  };
}

/** In milliseconds. */
const reconnectInterval = 200;

/** Forwards a request and its response. */
function forward(
  { stream, headers }: http2.Http2ServerRequest,
  worker: http2.ClientHttp2Session,
): http2.ClientHttp2Stream {
  const forwarded = worker.request(headers);
  forwarded.on("response", (response) => {
    if (!stream.destroyed) stream.respond(response);
  });
  stream.on("error", ignoreError).once("close", () => forwarded.close(http2.constants.NGHTTP2_CANCEL));
  forwarded.on("error", ignoreError).once("close", () => {
    if (!forwarded.readableEnded) stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
  });
  stream.pipe(forwarded).pipe(stream);
  return forwarded;
}

/** Does nothing with an error of a connection: its requests report it. */
function ignoreError(): void {}

/** Reads an address. */
function placeOf(address: string): { readonly hostname: string; readonly port: number } {
  const { hostname, port } = new URL(address);
  return { hostname: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) };
}

/** Listens on an address, or on all addresses. */
async function listen(server: Server | http2.Http2Server, port: number, hostname: string): Promise<void> {
  const isLocal = /^(?:localhost$|127\.|::1$)/.test(hostname);
  server.listen(port, isLocal ? hostname : undefined);
  await once(server, "listening");
}
