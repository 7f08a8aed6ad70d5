import type { Guard, Step } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

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
  const session = new ActionExecutor(tools, { guards: [guard], timeout: 5 }).session();
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

  it("is stopped if a guard stops it, and success if a guard withholds its result", async () => {
    expect(await stepOf("works", guardWith({ stops: true }))).toMatchObject({ ran: false, status: "stopped" });
    expect(await stepOf("works", guardWith({ withholds: true }))).toMatchObject({ ran: true, status: "success" });
  });
});

describe("a guard", () => {
  it("receives the names of the tools at first and when they change", () => {
    const received: (readonly string[])[] = [];
    const guard: Guard = { ...guardWith({}), toolsChanged: (names) => void received.push(names) };
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
