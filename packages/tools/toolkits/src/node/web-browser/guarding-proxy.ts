import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, isIPv6, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import { withoutBrackets } from "../../public-host.ts";
import { allowedAddresses, type HostAccess, RefusedHost } from "./host-access.ts";

/** A proxy through which all requests of a browser go: pages, redirects, scripts, WebSockets. */
export interface GuardingProxy {
  readonly url: string;
  /** Why a host was not contacted, as a sentence; `undefined` if it was not asked for, or was contacted. */
  refusal(hostname: string): string | undefined;
  /** The sentences about the hosts that were refused since the last call. */
  takeRefusals(): readonly string[];
  close(): void;
}

/** Starts a proxy that contacts only the hosts that may be contacted, at the addresses that were checked. */
export async function guardingProxy(access: HostAccess): Promise<GuardingProxy> {
  const refusals = new Map<string, string>();
  const fresh = new Set<string>();
  const sockets = new Set<Duplex>();

  /** The target of a request; `undefined` after it was refused. */
  async function targetOf(url: URL): Promise<Target | undefined> {
    const { hostname } = url;
    if (ownHosts.has(hostname)) return undefined;
    try {
      return { host: withoutBrackets(hostname), lookup: lookupOf(await allowedAddresses(hostname, access)) };
    } catch (error) {
      if (!(error instanceof RefusedHost)) throw error;
      note(url, error.message);
      return undefined;
    }
  }

  /** Remembers that a host was refused. */
  function note({ hostname }: URL, sentence: string): void {
    refusals.set(hostname, sentence);
    fresh.add(sentence);
  }

  /** Remembers that a host could not be reached. */
  function noteUnreachable(url: URL, error: Error): void {
    note(url, `${url.hostname} could not be reached: ${error.message}.`);
  }

  /** Forwards a plain HTTP request. */
  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(incoming.url ?? "");
    if (url === null || url.protocol !== "http:") return void response.writeHead(400).end();
    const target = await targetOf(url);
    if (target === undefined) {
      response.writeHead(403, { "content-type": "text/plain; charset=utf-8" });
      return void response.end(refusals.get(url.hostname) ?? "");
    }
    const { "proxy-connection": _, "proxy-authorization": __, ...headers } = incoming.headers;
    const port = Number(url.port || 80);
    const path = `${url.pathname}${url.search}`;
    const outgoing = request({ ...target, port, path, method: incoming.method, headers, agent: false }, (answer) => {
      refusals.delete(url.hostname);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      answer.pipe(response);
    });
    outgoing.on("error", (error) => {
      if (response.destroyed) return; // the browser has given the request up
      noteUnreachable(url, error);
      if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain; charset=utf-8" });
      response.end();
    });
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  /** Opens a tunnel for an HTTPS connection. */
  async function tunnel({ url: authority = "" }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const url = URL.parse(`https://${authority}`);
    const target = url === null ? undefined : await targetOf(url);
    if (url === null || target === undefined) return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const server = connect({ ...target, port: Number(url.port || 443) });
    let isConnected = false;
    server.once("connect", () => {
      isConnected = true;
      refusals.delete(url.hostname);
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      server.write(head);
      server.pipe(client);
      client.pipe(server);
    });
    server.on("error", (error) => {
      if (isConnected) return;
      noteUnreachable(url, error);
      client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
  }

  const proxy = createServer((incoming, response) => void forward(incoming, response).catch(() => response.destroy()));
  proxy.on("connect", (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    void tunnel(incoming, client, head).catch(() => client.destroy());
  });
  proxy.on("clientError", (_error, socket) => socket.destroy());
  proxy.listen(0, "127.0.0.1").unref();
  await once(proxy, "listening");

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    refusal: (hostname) => refusals.get(hostname),
    takeRefusals: () => {
      const taken = [...fresh];
      fresh.clear();
      return taken;
    },
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A host with the addresses that were checked. */
interface Target {
  readonly host: string;
  readonly lookup: LookupFunction;
}

/** Hosts that Chromium contacts for itself: it sends them the fields of forms. */
const ownHosts: ReadonlySet<string> = new Set(["content-autofill.googleapis.com"]);

/** Finds the addresses that were checked, and no others. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first = { address: "", family: 4 }] = all;
    if (options.all === true) callback(null, all);
    else callback(null, first.address, first.family);
  };
}
