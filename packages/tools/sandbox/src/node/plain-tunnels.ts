import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Opens a socket in front of a proxy that refuses tunnels without TLS. Node's `fetch` tunnels plain HTTP: each request in such a tunnel is sent to the
 * proxy as a request of its own, so that it is checked like one. Everything else passes unchanged.
 *
 * @param proxy - the path of the proxy's socket
 */
export async function plainTunnels(proxy: string): Promise<PlainTunnels> {
  const folder = await mkdtemp(join(tmpdir(), "helve-proxy-"));
  const socket = join(folder, "socket");
  const tunnels = new WeakMap<Socket, Tunnel>();
  const plain = createHttpServer((incoming, response) => {
    const tunnel = tunnels.get(incoming.socket);
    if (tunnel !== undefined) forward(proxy, tunnel)(incoming, response);
  });
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    client.on("error", () => client.destroy());
    serve(client, proxy, (tunnel) => {
      tunnels.set(client, tunnel);
      plain.emit("connection", client);
      client.resume();
    }).catch(() => client.destroy());
  });
  await once(server.listen(socket), "listening");
  return {
    socket,
    async close() {
      for (const client of clients) client.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A socket in front of a proxy. */
export interface PlainTunnels {
  /** Its path. */
  readonly socket: string;
  close(): Promise<void>;
}

/** A tunnel that the proxy has allowed: the host with its port, and the headers of the request for it. */
interface Tunnel {
  readonly authority: string;
  readonly authorization: string | undefined;
}

/** Passes a connection on, unless it is a tunnel in which the client sends plain HTTP. */
async function serve(client: Socket, proxy: string, onPlain: (tunnel: Tunnel) => void): Promise<void> {
  const first = await headOf(client);
  const upstream = connect(proxy);
  upstream.on("error", () => client.destroy());
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => client.end());
  const pass = (): void => {
    client.pipe(upstream);
    upstream.pipe(client);
  };
  const authority = /^CONNECT (\S+) HTTP\/1\.[01]\r\n/.exec(first.toString("latin1"))?.[1];
  upstream.write(first);
  if (authority === undefined) return pass();
  const answer = await headOf(upstream);
  client.write(answer);
  if (!/^HTTP\/1\.[01] 200 /.test(answer.toString("latin1"))) return pass();
  const sent = await nextBytes(client);
  client.unshift(sent);
  if (!/^[A-Z]+ \/\S* HTTP\/1\.[01]\r\n/.test(sent.toString("latin1"))) return pass();
  upstream.removeAllListeners("close");
  upstream.destroy();
  const authorization = /\r\nproxy-authorization: *([^\r]*)\r\n/i.exec(first.toString("latin1"))?.[1];
  onPlain({ authority, authorization });
}

/** Reads the first bytes of a connection up to the end of the headers. What follows stays in the stream. */
async function headOf(socket: Socket): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < maxHead) {
    head = Buffer.concat([head, await nextBytes(socket)]);
    const end = head.indexOf("\r\n\r\n");
    // Only a tunnel and its answer have to be complete.
    if (end < 0 && /^(?:CONNECT |HTTP\/)/.test(head.toString("latin1", 0, 8))) continue;
    const length = end < 0 ? head.length : end + 4;
    if (length < head.length) socket.unshift(head.subarray(length));
    return head.subarray(0, length);
  }
  throw new Error("the headers are too long");
}

const maxHead = 65_536;

async function nextBytes(socket: Socket): Promise<Buffer> {
  const received = once(socket, "data");
  socket.resume();
  const [bytes] = (await received) as [Buffer];
  socket.pause();
  return bytes;
}

/** Sends a request of a tunnel to the proxy, as one for the address of the tunnel. */
function forward(proxy: string, { authority, authorization }: Tunnel): RequestListener {
  return (incoming, response) => {
    const headers = { ...endToEnd(incoming.headers), "proxy-authorization": authorization };
    const { method, url } = incoming;
    const outgoing = request({ socketPath: proxy, method, path: `http://${authority}${url}`, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.headers));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
}

/** The headers that belong to a message, not to its connection. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const own = ["connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer", "upgrade"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
}
