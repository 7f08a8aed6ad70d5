import type { Guard, Step } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { untilAborted } from "./one-tool.ts";

const parameters = z.object({});
const tools = [
  tool({ name: "works", description: "Works.", parameters, execute: () => "done" }),
  tool({ name: "fails", description: "Fails.", parameters, execute: () => Promise.reject(new Error("no")) }),
  tool({ name: "hangs", description: "Hangs.", parameters, execute: () => new Promise<string>(() => {}) }),
];

/** A guard that stops the tool `fails` if `stops` is set, and withholds results if `withholds` is set. */
function guardWith({ stops = false, withholds = false }): Guard {
  const decision = { plan: "", passes: [] };
  return {
    before: async (action) =>
      stops ? { kind: "stop", reason: "no", decision } : { kind: "allow", action, decision, notes: [] },
    after: async ({ action }) =>
      withholds ? { kind: "stop", reason: "no", decision } : { kind: "allow", action, decision, notes: [] },
  };
}

async function stepOf(name: string, guard: Guard = guardWith({})): Promise<Step | undefined> {
  const session = new ActionExecutor(tools, { guards: [guard], timeout: 50 }).session();
  await session.execute({ id: "1", name, arguments: {} });
  return session.trajectory[0];
}

describe("the status of a step", () => {
  it.each([
    ["works", "success"],
    ["fails", "failed"],
    ["hangs", "timed_out"],
  ])("of the tool that %s is %s", async (name, status) => {
    expect(await stepOf(name)).toMatchObject({ ran: true, status });
  });

  it("is success if only what comes after the tool fails", async () => {
    const executor = new ActionExecutor([
      tool({ name: "bytes", description: "Writes.", parameters, execute: () => new Uint8Array([255, 254]) }),
      tool({
        name: "unreadable",
        description: "Returns.",
        parameters,
        execute: () => ({
          get value(): string {
            throw new Error("out of order");
          },
        }),
      }),
    ]);
    const session = executor.session();
    for (const name of executor.names) await session.execute({ id: name, name, arguments: {} });
    const other = new ActionExecutor(tools.slice(0, 1));
    other.use(async (_run, next) => {
      await next();
      throw new Error("the log server is down");
    });
    const logged = other.session();
    expect(await logged.execute({ id: "1", name: "works", arguments: {} })).toMatchObject({ status: "failed" });
    const statuses = [...session.trajectory, ...logged.trajectory].map(({ status }) => status);
    expect(statuses).toEqual(["success", "success", "success"]);
  });

  it("is timed_out if nobody knows how an attempt ended", async () => {
    let attempts = 0;
    const executor = new ActionExecutor(
      [
        tool({
          name: "hangs_then_fails",
          description: "Hangs.",
          parameters,
          idempotent: true,
          execute: (_, { signal }) =>
            attempts++ === 0 ? untilAborted(signal) : Promise.reject(new Error("a duplicate payment")),
        }),
        tool({
          name: "disconnects",
          description: "Loses it.",
          parameters,
          execute: () => Promise.reject(Object.assign(new Error("socket timed out"), { code: "ETIMEDOUT" })),
        }),
      ],
      { timeout: 50, retry: { times: 1, delay: 1 } },
    );
    const session = executor.session();
    for (const name of executor.names) await session.execute({ id: name, name, arguments: {} });
    expect(session.trajectory.map(({ status }) => status)).toEqual(["timed_out", "timed_out"]);
    expect(attempts).toBe(2);
  });

  it("is stopped if a guard stops it, and success if a guard withholds its result", async () => {
    expect(await stepOf("works", guardWith({ stops: true }))).toMatchObject({ ran: false, status: "stopped" });
    expect(await stepOf("works", guardWith({ withholds: true }))).toMatchObject({ ran: true, status: "success" });
  });
});

describe("a guard", () => {
  it("receives the tools at first and when they change", () => {
    const received: (readonly string[])[] = [];
    const guard: Guard = {
      ...guardWith({}),
      toolsChanged: (tools) => void received.push(tools.map(({ name }) => name)),
    };
    const [works, fails] = tools;
    if (works === undefined || fails === undefined) throw new Error("no tools");
    const executor = new ActionExecutor([works], { guards: [guard] });
    executor.add(fails);
    executor.remove("works");
    executor.remove("nothing");
    expect(received).toEqual([["works"], ["works", "fails"], ["fails"]]);
  });

  it("can refuse the tools", () => {
    const guard: Guard = {
      ...guardWith({}),
      toolsChanged: () => {
        throw new RangeError("not these");
      },
    };
    expect(() => new ActionExecutor(tools, { guards: [guard] })).toThrow("not these");
  });
});
