import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { localService } from "@helve/toolkit-tests/local-service";
import { describe, expect, it, onTestFinished } from "vitest";
import { guardingProxy } from "../../src/node/web-browser/guarding-proxy.ts";
import type { HostAccess } from "../../src/node/web-browser/host-access.ts";

const local: HostAccess = { hosts: ["shop.test"], allowPrivateHosts: true, resolve: async () => ["127.0.0.1"] };

/** A proxy, and a service that it can contact as `shop.test`. */
async function start(access: HostAccess = local) {
  const service = await localService(({ method, url, body }) => `${method} ${url.pathname}${url.search} ${body}`);
  const proxy = await guardingProxy(access);
  onTestFinished(async () => {
    proxy.close();
    await service[Symbol.asyncDispose]();
  });
  return { service, proxy, port: new URL(service.url).port };
}

/** Sends a browser's request to a proxy, and returns the answer. */
async function requested(proxy: string, url: string, body = ""): Promise<string> {
  const outgoing = request(proxy, { path: url, method: body === "" ? "GET" : "POST", headers: { host: "shop.test" } });
  outgoing.end(body);
  const [response] = await once(outgoing, "response");
  let text = "";
  for await (const piece of response) text += piece;
  return `${response.statusCode} ${text}`;
}

/** Sends a browser's `CONNECT` request to a proxy, and returns the answer. */
async function tunneled(proxy: string, authority: string): Promise<{ readonly head: string; readonly socket: Socket }> {
  const { port } = new URL(proxy);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`);
  const [head] = await once(socket, "data");
  return { head: String(head), socket };
}

describe("the proxy of a browser", () => {
  it("passes requests on to allowed hosts", async () => {
    const { proxy, port, service } = await start();
    expect(await requested(proxy.url, `http://shop.test:${port}/a?b=1`)).toBe("200 GET /a?b=1 ");
    expect(await requested(proxy.url, `http://shop.test:${port}/send`, "text")).toBe("200 POST /send text");
    expect(service.requests[0]?.headers).not.toHaveProperty("proxy-connection");
    expect(proxy.takeRefusals()).toEqual([]);
  });

  it("connects to allowed hosts only, for https and WebSockets", async () => {
    const { proxy, port } = await start();
    const { head, socket } = await tunneled(proxy.url, `shop.test:${port}`);
    expect(head).toContain("200");
    socket.write("GET /x HTTP/1.1\r\nhost: shop.test\r\nconnection: close\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("GET /x");
    socket.destroy();

    const refused = await tunneled(proxy.url, "evil.test:443");
    expect(refused.head).toContain("403");
    expect(proxy.refusal("evil.test")).toContain("not among the allowed hosts (shop.test)");
  });

  it("names each refused host once, with the reason", async () => {
    const { proxy } = await start();
    expect(await requested(proxy.url, "http://evil.test/?data=secret")).toContain("403 evil.test may not be contacted");
    expect(proxy.takeRefusals()).toEqual([
      "evil.test may not be contacted: it is not among the allowed hosts (shop.test).",
    ]);
    expect(proxy.takeRefusals()).toEqual([]);
  });

  it("contacts no private address, whatever name leads to it", async () => {
    const { proxy, port, service } = await start({ resolve: async () => ["127.0.0.1"] });
    expect(await requested(proxy.url, `http://shop.test:${port}/`)).toContain("the name of a loopback address");
    expect(await requested(proxy.url, `http://127.0.0.1:${port}/`)).toContain("a loopback address");
    expect(await requested(proxy.url, `http://[::1]:${port}/`)).toContain("403 [::1] may not be contacted");
    expect(proxy.refusal("[::1]")).toContain("a loopback address");
    expect((await tunneled(proxy.url, `127.0.0.1:${port}`)).head).toContain("403");
    expect(service.requests).toEqual([]);
  });

  it("says that a host can't be reached", async () => {
    const { proxy, port, service } = await start();
    await service[Symbol.asyncDispose]();
    expect(await requested(proxy.url, `http://shop.test:${port}/`)).toMatch(/^502/);
    expect((await tunneled(proxy.url, `shop.test:${port}`)).head).toContain("502");
    expect(proxy.refusal("shop.test")).toContain("shop.test could not be reached");
  });

  it("refuses what is no request of a proxy", async () => {
    const { proxy } = await start();
    expect(await requested(proxy.url, "/relative")).toMatch(/^400/);
    expect(await requested(proxy.url, "ftp://shop.test/")).toMatch(/^400/);
  });
});
