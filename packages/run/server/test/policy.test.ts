import { parseProgram } from "@helve/agentspec";
import type { Guard } from "@helve/core";
import { Engine } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { createServer, type ServerOptions } from "../src/index.ts";
import { answerTo, callRequest, executorOf } from "./servers.ts";

const rules = `
  rule @no_secrets trigger echo check args.text contains "secret" enforce stop("no secrets") end
  rule @twice trigger add check count(add) >= 2 enforce stop("twice is enough") end
`;
const engine = new Engine(parseProgram(rules), { predicates: [] });

function guarded(options: ServerOptions = {}) {
  const executor = executorOf([], [engine]);
  return { executor, server: (more: ServerOptions = {}) => createServer(executor, { ...options, ...more }) };
}

const add = () => callRequest({ method: "add", params: { x: 1, y: 2 } });

describe("rules", () => {
  it("stop calls, whatever path they come by", async () => {
    const server = guarded().server();
    const body = { method: "echo", params: { text: "the secret" } };
    expect(await answerTo(server, callRequest(body))).toMatchObject([
      200,
      { error: { code: 403, message: expect.stringContaining("no secrets") } },
    ]);
    const stream = await server.fetch(callRequest(body, { path: "/opentool/streamCall" }));
    expect(await stream.text()).toMatch(/event:error\ndata:.*no secrets/);
    expect(await answerTo(server, callRequest({ method: "echo", params: { text: "hi" } }))).toMatchObject([
      200,
      { result: { result: "hi" } },
    ]);
  });

  it("see the earlier calls of a session", async () => {
    const { executor, server } = guarded({ keys: { ann: "a", bob: "b" } });
    const sessions = new Map([
      ["ann", executor.session()],
      ["bob", executor.session()],
    ]);
    const serving = server({ session: ({ key = "" }) => sessions.get(key) ?? executor.session() });
    const call = (key: string) => {
      const sent = add();
      sent.headers.set("authorization", `Bearer ${key}`);
      return answerTo(serving, sent);
    };
    for (const key of ["a", "a", "b"]) expect(await call(key)).toMatchObject([200, { result: { result: 3 } }]);
    expect(await call("a")).toMatchObject([
      200,
      { error: { code: 403, message: expect.stringContaining("twice is enough") } },
    ]);
    expect(sessions.get("ann")?.trajectory).toHaveLength(3);
  });

  it("see the state and the request that options of a session name, also if they depend on the caller", async () => {
    const seen: unknown[] = [];
    const curious: Guard = {
      before: async (action, { state }) => {
        seen.push(state);
        return { kind: "allow", action, decision: { passes: [] } };
      },
    };
    const executor = executorOf([], [curious]);
    await createServer(executor, { session: { state: "shop" } }).fetch(add());
    await createServer(executor, { session: ({ key }) => ({ state: key ?? "nobody" }) }).fetch(add());
    expect(seen).toEqual(["shop", "nobody"]);
  });

  it("withhold a result also where it is streamed, unless the events may be sent at once", async () => {
    const secretive: Guard = {
      before: async (action) => ({ kind: "allow", action, decision: { passes: [] } }),
      after: async () => ({ kind: "stop", reason: "it is secret", decision: { passes: [] } }),
    };
    const stream = async (options: ServerOptions, guards: readonly Guard[]) => {
      const sent = callRequest({ method: "count", params: { to: 2 } }, { path: "/opentool/streamCall" });
      const response = await createServer(executorOf([], guards), options).fetch(sent);
      return (await response.text()).match(/(?<=event:)\w+/g);
    };
    expect(await stream({}, [secretive])).toEqual(["start", "error"]);
    expect(await stream({}, [engine])).toEqual(["start", "data", "data", "done"]);
    expect(await stream({ stream: "live" }, [secretive])).toEqual(["start", "data", "data", "error"]);
  });

  it("hold where the session can't be found: nothing runs", async () => {
    const session = () => Promise.reject(new Error("the store is down"));
    const response = await guarded().server({ session }).fetch(add());
    expect([response.status, await response.text()]).toEqual([500, '{"error":"The server failed to answer."}']);
  });
});
