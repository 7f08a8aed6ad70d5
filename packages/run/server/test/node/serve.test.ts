import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type ListeningServer, type ServeOptions, serve } from "../../src/node.ts";
import { executorOf } from "../servers.ts";

const open: ListeningServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close({ timeout: 0 });
});

async function listen(options: ServeOptions = {}): Promise<ListeningServer> {
  const server = await serve(executorOf(), { port: 0, ...options });
  open.push(server);
  return server;
}

function call(url: string, body: object): Promise<Response> {
  return fetch(`${url}/call`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

describe("serve", () => {
  it("listens on this machine only, and says where", async () => {
    const { url, port } = await listen();
    expect(url).toBe(`http://127.0.0.1:${port}/opentool`);
    const response = await call(url, { method: "add", params: { x: 1, y: 2 }, id: "1" });
    expect(await response.json()).toEqual({ jsonrpc: "2.0", result: { result: 3 }, id: "1" });
  });

  it("says what to do if it can't listen", async () => {
    const { port } = await listen();
    await expect(listen({ port })).rejects.toMatchObject({
      code: "invalid_server",
      message: `can't listen on 127.0.0.1 port ${port}: the port is in use: stop the program that uses it, or choose another port (0 for any that is free)`,
    });
    await expect(listen({ address: "192.0.2.1", keys: ["k"] })).rejects.toThrow(
      "this machine doesn't have the address",
    );
  });

  it("answers 2,000 calls at the same time, and loses none", async () => {
    const { url } = await listen();
    const calls = Array.from({ length: 2000 }, async (_, n) =>
      (await call(url, { method: "add", params: { x: n, y: 1 }, id: `${n}` })).json(),
    );
    for (const [n, answer] of (await Promise.all(calls)).entries()) {
      expect(answer).toEqual({ jsonrpc: "2.0", result: { result: n + 1 }, id: `${n}` });
    }
  });

  it("writes each event of a stream at once", async () => {
    const { port } = await listen();
    const socket = connect(port, "127.0.0.1");
    const body = '{"method":"count","id":"1","params":{"to":3}}';
    socket.write(
      `POST /opentool/streamCall HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    let received = "";
    for await (const chunk of socket.setEncoding("utf8")) received += chunk;
    // The chunks of HTTP are the writes: each is one event, from its name to its empty line.
    const chunks = received
      .split("\r\n\r\n")
      .slice(1)
      .join("\r\n\r\n")
      .split(/^[0-9a-f]+\r\n/m)
      .slice(1);
    const events = chunks.map((chunk) => chunk.replace(/\r\n$/, "")).filter((chunk) => chunk.trim() !== "");
    expect(events).toHaveLength(5);
    for (const event of events) expect(event).toMatch(/^event:\w+\ndata:.*\n\n$/);
  });

  it("reads a body in chunks, and stops at the limit", async () => {
    const { url } = await listen({ maxBodyBytes: 1_000 });
    const send = (pieces: readonly string[]) =>
      fetch(`${url}/call`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: new Blob([...pieces]).stream(),
        duplex: "half",
      } as RequestInit);
    expect(await (await send(['{"method":"user",', '"id":"1"}'])).json()).toMatchObject({ result: { name: "ann" } });
    expect((await send(['{"method":"user","id":"', "x".repeat(2_000), '"}'])).status).toBe(413);
  });

  it("stops by /stop if that is allowed", async () => {
    const { url, closed } = await listen({ stop: true });
    const response = await fetch(`${url}/stop`, { method: "POST" });
    expect(await response.json()).toEqual({ status: "stopped" });
    await closed;
    await expect(fetch(`${url}/version`)).rejects.toThrow();
  });

  it("allows any time for a body", async () => {
    for (const bodyTimeout of [1, 1_500.5, Number.POSITIVE_INFINITY]) await listen({ bodyTimeout });
  });

  it.each(["9627", 70_000, -1, Number.NaN])("refuses the port %j with every other problem", async (port) => {
    const serving = serve(executorOf(), { port: port as number, address: "0.0.0.0" });
    await expect(serving).rejects.toThrow(/"port" must be a number from 0 to 65535.*"address" must be this machine/s);
  });

  it("closes connections that send nothing", async () => {
    const { port, close } = await listen();
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    await close({ timeout: 1 });
    await once(socket, "close");
  });
});
