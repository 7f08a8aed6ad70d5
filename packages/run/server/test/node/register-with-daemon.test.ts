import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import { registerWithDaemon } from "../../src/node.ts";

/** A daemon that answers once, and what it was sent. */
async function daemonThat(answers: string, status = 200) {
  const sent = Promise.withResolvers<{ readonly path: string | undefined; readonly body: unknown }>();
  const server = createServer(async (request, response) => {
    sent.resolve({ path: request.url, body: await json(request) });
    response.writeHead(status).end(answers, () => server.close());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { daemon: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent: sent.promise };
}

it("registers a server, without its keys", async () => {
  const { daemon, sent } = await daemonThat('{"id":"tool-1"}');
  expect(await registerWithDaemon({ port: 9627, file: "tool.js", daemon })).toEqual({ id: "tool-1" });
  expect(await sent).toEqual({
    path: "/opentool-daemon/register",
    body: { file: "tool.js", host: "127.0.0.1", port: 9627, prefix: "/opentool", pid: process.pid },
  });
});

it("sends keys that are passed", async () => {
  const { daemon, sent } = await daemonThat('{"id":"tool-1"}');
  await registerWithDaemon({ port: 9627, apiKeys: ["k"], daemon });
  expect((await sent).body).toMatchObject({ apiKeys: ["k"] });
});

it.each([
  ["an error", '{"id":"","error":"the port is taken"}', "the port is taken"],
  ["no id", "{}", "the daemon answered 500 without an id"],
  ["no JSON", "<html>", "the daemon answered 500 without an id"],
])("returns why there is no id: %s", async (_, answers, error) => {
  const { daemon } = await daemonThat(answers, 500);
  expect(await registerWithDaemon({ port: 9627, daemon })).toEqual({ error });
});

it("says why a daemon can't be reached", async () => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
  const daemon = `http://127.0.0.1:${(free.address() as AddressInfo).port}`;
  await new Promise((resolve) => free.close(resolve));
  const error = expect.stringMatching(/^the daemon at \S+ can't be reached: .*ECONNREFUSED/);
  expect(await registerWithDaemon({ port: 9627, daemon })).toEqual({ error });
});
