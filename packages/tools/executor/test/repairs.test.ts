import { JsonParser, type RepairKind, repairKinds } from "@helve/arguments";
import type { Action, Guard, Verdict } from "@helve/core";
import { ActionExecutor, ExecutorError, parseActionReturn, toStep } from "@helve/executor";
import { runs } from "@helve/testing/property-runs";
import { tool } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const decision = { passes: [] };
const ran: unknown[] = [];
const terminal = tool({
  name: "terminal",
  description: "Run a command.",
  parameters: {
    type: "object",
    properties: {
      command: { type: "string", description: "what to run" },
      dryRun: { type: "boolean", description: "whether to only print it" },
      options: { type: "object", description: "more", properties: { cwd: { type: "string", description: "where" } } },
    },
    required: ["command"],
  },
  execute: (args) => {
    ran.push(args);
    return "done";
  },
});
const call = (text: unknown) => ({ id: "call_1", name: "terminal", arguments: text });

describe("arguments that the end of the text cut off", () => {
  it.each([
    ['{"command": "rm -rf /home/ann', '"command"', 'at character 29: {"command": "rm -rf /home/ann'],
    ['{"command": "rm -rf build", "dry', "", "at character 32"],
    ['{"command": "rm -rf build", "dryRun": tr', '"dryRun"', "tr"],
    ['{"command": "rm -rf build"', "", '{"command": "rm -rf build"'],
    ['{"command": "rm -rf build",', "", ""],
    ['{"command": "rm -rf build", "options": {"cwd": "/ho', '"options.cwd"', "/ho"],
    ['{"command": "rm -rf build", "options": {"cwd": "/home"}', "", '{"cwd": "/home"}'],
    [`{"command": "rm -rf ${"x".repeat(100)}`, '"command"', `: …${"x".repeat(40)}. `],
  ])("don't run: %s", async (text, path, end) => {
    ran.length = 0;
    const ret = await new ActionExecutor([terminal]).execute(call(text));
    expect(ran).toEqual([]);
    expect(ret).toMatchObject({ status: "invalid_arguments", recoverable: "model", args: null });
    expect(ret.errmsg).toContain("terminal: the text of the arguments ends too early");
    expect(ret.errmsg).toContain(path);
    expect(ret.errmsg).toContain(end);
    expect(ret.errmsg).toContain("Send the whole call again, shorter if it reached an output limit");
    expect(ret.observation.parts).toEqual([{ type: "text", content: ret.errmsg }]);
    expect(ret.repairs.some(({ kind }) => kind.startsWith("truncated"))).toBe(true);
    expect(toStep(ret)).toBeUndefined();
  });

  it("are named only by the end of their path if it is long", async () => {
    const text = `{"command": "ls", "options": ${'{"nested": '.repeat(400)}`;
    const ret = await new ActionExecutor([terminal]).execute(call(text));
    expect(ret.errmsg).toMatch(/ends too early in "…[nested.]{200}"/);
  });

  it("don't run, wherever the text of a call is cut", async () => {
    const whole = fc.record({ command: fc.string({ minLength: 1 }), dryRun: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(whole, fc.double({ min: 0, max: 1, noNaN: true }), async (args, part) => {
        const text = JSON.stringify(args);
        const end = 1 + Math.floor(part * (text.length - 2));
        ran.length = 0;
        await new ActionExecutor([terminal]).execute(call(text.slice(0, end)));
        expect(ran).toEqual([]);
      }),
      { numRuns: runs(25, 10_000) },
    );
  });

  it("run if the host accepts them", async () => {
    const executor = new ActionExecutor([terminal], { decode: { accept: ["truncated", "truncated_member"] } });
    ran.length = 0;
    await executor.execute(call('{"command": "rm -rf build", "dry'));
    expect(ran).toEqual([{ command: "rm -rf build" }]);
  });
});

describe("the option decode", () => {
  it("refuses other kinds of repairs, with each of them in the message", async () => {
    const executor = new ActionExecutor([terminal], { decode: { refuse: ["single_quotes", "python_literal"] } });
    const ret = await executor.execute(call("{'command': \"ls\", 'dryRun': True}"));
    expect(ret).toMatchObject({ status: "invalid_arguments", recoverable: "model" });
    expect(ret.errmsg).toContain("(single_quotes: read a string in single quotes or backticks)");
    expect(ret.errmsg).toContain('"dryRun" needs a repair that is not accepted (python_literal');
    expect((await executor.execute(call("{command: 'ls'}"))).status).toBe("invalid_arguments");
    expect((await executor.execute(call('{command: "ls"}'))).status).toBe("success");
  });

  it("reports every kind that does not exist, and every contradiction", () => {
    const decode = { refuse: ["truncatd", "fence"] as RepairKind[], accept: ["fence", "__proto__"] as RepairKind[] };
    const create = () => new ActionExecutor([terminal], { decode });
    expect(create).toThrow(ExecutorError);
    expect(create).toThrow('there is no repair kind "truncatd" (did you mean "truncated"?)');
    expect(create).toThrow('there is no repair kind "__proto__"');
    expect(create).toThrow('"fence" is both refused and accepted');
  });

  it("lets a call run exactly if it needs no refused kind", async () => {
    const kinds = Object.keys(repairKinds) as RepairKind[];
    const texts = ["{command: 'ls'}", '```json\n{"command": "ls",}\n```', '{"command": "ls", "dryRun": "true"}'];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.subarray(kinds), async (text, refuse) => {
        const { status, repairs } = await new ActionExecutor([terminal], { decode: { refuse } }).execute(call(text));
        const isRefused = new JsonParser()
          .decode(text, terminal.parameters)
          .repairs.some(({ kind }) => refuse.some((refused) => refused === kind));
        expect(status).toBe(isRefused ? "invalid_arguments" : "success");
        expect(repairs.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(25, 2000) },
    );
  });
});

describe("the repair kinds of an action", () => {
  /** Records the actions that a guard sees, and lets `decide` choose the verdict. */
  function recording(decide: (action: Action) => Action = (action) => action): Guard & { readonly seen: Action[] } {
    const seen: Action[] = [];
    return {
      seen,
      before: async (action): Promise<Verdict> => {
        seen.push(action);
        return { kind: "allow", action: decide(action), decision };
      },
    };
  }

  it("are sorted, each once, and absent without repairs", async () => {
    const guard = recording();
    const executor = new ActionExecutor([terminal], { guards: [guard] });
    const ret = await executor.execute(call("{command: 'ls', dryRun: True,}"));
    await executor.execute(call('{"command": "ls"}'));
    const kinds = ["python_literal", "single_quotes", "trailing_comma", "unquoted_key"];
    expect(guard.seen.map(({ repairKinds: kinds }) => kinds)).toEqual([kinds, undefined]);
    expect(Object.isFrozen(guard.seen[0]?.repairKinds)).toBe(true);
    expect(toStep(ret)?.action.repairKinds).toEqual(kinds);
    const stored = parseActionReturn(JSON.stringify(ret));
    expect(stored.stages.guard?.action?.repairKinds).toEqual(kinds);
  });

  it("stay with an action that a guard derives from another one", async () => {
    const guard = recording();
    const changing = recording((action) => ({ ...action, args: { ...action.args, dryRun: "true" } }));
    const executor = new ActionExecutor([terminal], { guards: [changing, guard] });
    await executor.execute(call("{command: 'ls'}"));
    expect(guard.seen[0]?.repairKinds).toEqual(["boolean", "single_quotes", "unquoted_key"]);
  });

  it("are in the step of a call that was stopped", async () => {
    const stopping: Guard = { before: async () => ({ kind: "stop", reason: "no", decision }) };
    const ret = await new ActionExecutor([terminal], { guards: [stopping] }).execute(call("{command: 'ls'}"));
    expect(toStep(ret)?.action.repairKinds).toEqual(["single_quotes", "unquoted_key"]);
  });

  it("can't be set by a model", async () => {
    const guard = recording();
    const executor = new ActionExecutor([terminal], { guards: [guard] });
    await executor.execute({ ...call('{"command": "ls"}'), repairKinds: ["x"] } as never);
    expect(guard.seen[0]).not.toHaveProperty("repairKinds");
  });
});
