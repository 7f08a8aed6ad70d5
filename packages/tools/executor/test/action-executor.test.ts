import type { ActionReturn, Guard, ToolCall, ToolContext, Verdict } from "@helve/core";
import { ActionExecutor, ExecutorError, parseActionReturn, toStep } from "@helve/executor";
import { type Tool, ToolError, Toolkit, tool, toolApi } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { untilAborted } from "./one-tool.ts";

class Terminal extends Toolkit {
  override readonly name = "Terminal";
  override readonly description = "Runs commands.";

  @toolApi(`Run a command.

    Args:
        command (str): the command line
        timeout (float, optional): how long it may take`)
  Execute(command: string): string {
    if (command === "fail") throw new ToolError("There is no such command.");
    if (command === "crash") throw new TypeError("undefined is not a function");
    return `ran ${command}`;
  }
}

const even = tool({
  name: "even",
  description: "Halve an even number.",
  parameters: z.object({
    n: z
      .number()
      .describe("The number.")
      .refine((n) => n % 2 === 0, "must be even"),
  }),
  execute: ({ n }) => ({ half: n / 2 }),
});

function call(name: string, args: unknown): ToolCall {
  return { id: "call_1", name, arguments: args };
}

const executor = new ActionExecutor([new Terminal(), even]);

describe("ActionExecutor", () => {
  it("names a single tool that is a class by its own name, and leaves out disabled toolkits", async () => {
    class Bold extends Toolkit {
      static readonly docstring = "make text bold\n\n  Args:\n      text (str): input text";
      run(text: string): string {
        return `**${text}**`;
      }
    }
    const executor = new ActionExecutor([new Bold(), new Terminal({ enable: false })]);
    expect(executor.names).toEqual(["Bold"]);
    const { result } = await executor.execute({ id: "1", name: "Bold", arguments: { text: "hi" } });
    expect(result).toEqual([{ type: "text", content: "**hi**" }]);
  });

  it("tells an agent loop its guards, and which tools are parallel", () => {
    const guard: Guard = { before: async (action) => ({ kind: "allow", action, decision: { passes: [] } }) };
    const looped = new ActionExecutor([even, { ...even, name: "odd", parallel: true }], { guards: [guard] });
    expect(looped.guards).toEqual([guard]);
    expect(["even", "odd", "none"].map((name) => looped.isParallel(name))).toEqual([false, true, false]);
  });

  it("names a toolkit's tools Toolkit.Tool, and finds them by their name on the wire too", async () => {
    expect(executor.names).toEqual(["Terminal.Execute", "even"]);
    expect(executor.tools.map(({ name }) => name)).toEqual(["Terminal.Execute", "even"]);
    expect(executor.has("Terminal.Execute")).toBe(true);
    expect(executor.has("Execute")).toBe(false);
    const ret = await executor.execute(call("Terminal-Execute", '{"command": "ls"}'));
    expect(ret).toMatchObject({ status: "success", type: "Terminal.Execute", args: { command: "ls" } });
  });

  it("finds a tool of no toolkit by its method run, as Lagent does, unless a toolkit has a tool of that name", async () => {
    const define = (name: string, text: string) =>
      tool({ name, description: name, parameters: z.object({}), execute: () => text });
    const group = { name: "Group", tools: [define("run", "of the group"), define("walk", "walks")] };
    const executor = new ActionExecutor([define("Bold", "bold"), group]);
    const run = (name: string) => executor.execute({ id: "1", name, arguments: {} });
    expect(await run("Bold.run")).toMatchObject({ type: "Bold", result: [{ content: "bold" }] });
    expect(await run("Bold-run")).toMatchObject({ type: "Bold" });
    expect(await run("Group.run")).toMatchObject({ type: "Group.run", result: [{ content: "of the group" }] });
    for (const name of ["Group.walk.run", ".run", "run", "Bold.run.run", "Bold run"]) {
      expect((await run(name)).status).toBe("unknown_tool");
    }
  });

  it("refuses two tools of one name", () => {
    expect(() => new ActionExecutor([even, even])).toThrow(ExecutorError);
  });

  it("returns the tool's result, with the record of every stage", async () => {
    const ret = await executor.execute(call("even", '```json\n{"n": 4}\n```'));
    expect(ret).toMatchObject({
      id: "call_1",
      status: "success",
      result: [{ type: "json", content: { half: 2 } }],
      errmsg: null,
      recoverable: null,
      observation: { isError: false },
      repairs: [{ kind: "fence" }],
      verdict: null,
    });
    expect(Object.keys(ret.stages)).toEqual(["resolve", "decode", "guard", "run", "settle"]);
    expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
  });

  it.each([
    ["text as text", "plain", [{ type: "text", content: "plain" }]],
    ["nothing as no part", undefined, []],
    ["null as JSON", null, [{ type: "json", content: null }]],
    ["a number as JSON", 0.5, [{ type: "json", content: 0.5 }]],
    ["a list as JSON", [1, "a"], [{ type: "json", content: [1, "a"] }]],
    ["an empty list as JSON", [], [{ type: "json", content: [] }]],
    ["a part as it is", { type: "image", content: "data:," }, [{ type: "image", content: "data:," }]],
    ["a JSON part as it is, text in it too", { type: "json", content: "text" }, [{ type: "json", content: "text" }]],
    [
      "what is only like a part as JSON",
      { type: "text", content: 5 },
      [{ type: "json", content: { type: "text", content: 5 } }],
    ],
    ["no more of a part than it is", { type: "text", content: "a", more: 1 }, [{ type: "text", content: "a" }]],
    [
      "parts as they are",
      [
        { type: "text", content: "a" },
        { type: "json", content: { b: 1 } },
      ],
      [
        { type: "text", content: "a" },
        { type: "json", content: { b: 1 } },
      ],
    ],
  ])("settles %s", async (_what, value, parts) => {
    const ret = await new ActionExecutor([toolApi("Give.", () => value, { name: "give" })]).execute(call("give", ""));
    expect(ret.result).toEqual(parts);
  });

  it("fails, recoverable by the caller, if JSON can't represent the tool's value", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    for (const value of [circle, 1n, () => 1]) {
      const ret = await new ActionExecutor([toolApi("Give.", () => value, { name: "give" })]).execute(call("give", {}));
      expect(ret).toMatchObject({ status: "failed", recoverable: "caller", stages: { settle: { ok: false } } });
    }
  });
});

describe("a call that fails", () => {
  it("names the tool that was probably meant", async () => {
    const ret = await executor.execute(call("Terminal.Exceute", {}));
    expect(ret).toMatchObject({
      status: "unknown_tool",
      args: null,
      recoverable: "model",
      errmsg: 'There is no tool "Terminal.Exceute". Did you mean "Terminal.Execute"?',
    });
    expect(toStep(ret)).toBeUndefined();
  });

  it("judges, records and runs the same arguments, whoever changes theirs later", async () => {
    const given = { items: ["a"] };
    const push = toolApi("Push.\n\nArgs:\n    items (List[str]): items", (items: string[]) => items.push("tool"), {
      name: "push",
    });
    const meddling: Guard = {
      before: async (action) => {
        given.items.push("caller");
        expect(() => (action.args["items"] as string[]).push("guard")).toThrow(TypeError);
        return { kind: "allow", action, decision: { passes: [] } };
      },
    };
    const ret = await new ActionExecutor([push], { guards: [meddling] }).execute(call("push", given));
    expect(ret).toMatchObject({
      args: { items: ["a"] },
      result: [{ content: 2 }],
      stages: { decode: { args: { items: ["a"] } } },
    });
  });

  it("shows guards the output of the tool's own schema if JSON can represent it", async () => {
    const list = tool({
      name: "list",
      description: "List.",
      parameters: z.object({
        path: z.string().trim().default("/").describe("where"),
        since: z.string().optional().describe("when"),
      }),
      execute: ({ path }) => path,
    });
    const seen: unknown[] = [];
    const looking: Guard = {
      before: async (action) => {
        seen.push(action.args);
        return { kind: "allow", action, decision: { passes: [] } };
      },
    };
    const executor = new ActionExecutor([list], { guards: [looking] });
    expect((await executor.execute(call("list", {}))).result).toEqual([{ type: "text", content: "/" }]);
    await executor.execute(call("list", { path: " /etc " }));
    expect(seen).toEqual([{ path: "/" }, { path: "/etc" }]);
  });

  it("takes anything with a name and tools for a toolkit", () => {
    expect(new ActionExecutor([{ name: "Maths", tools: [even] }]).names).toEqual(["Maths.even"]);
  });

  it.each([undefined, null, 5, {}])("knows no tool whose name is %j", async (name) => {
    expect((await executor.execute(call(name as string, {}))).status).toBe("unknown_tool");
  });

  it("has a record that JSON can say, whatever the caller passes as arguments", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    for (const args of [circle, { n: 1n }, () => 1, Symbol("x"), new Map([[1, 2]])]) {
      const ret = await executor.execute(call("even", args));
      expect(ret.status).toBe("invalid_arguments");
      expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
    }
  });

  it.each(["constructor", "__proto__", "toString", ""])("knows no tool named %j", async (name) => {
    const ret = await executor.execute(call(name, {}));
    expect(ret.status).toBe("unknown_tool");
    expect(ret.errmsg).toContain("The tools are: Terminal.Execute, even.");
  });

  it("tells the model everything that is wrong with its arguments", async () => {
    const ret = await executor.execute(call("Terminal.Execute", '{"timeout": "soon"}'));
    expect(ret).toMatchObject({ status: "invalid_arguments", recoverable: "model", args: null });
    expect(ret.observation.isError).toBe(true);
    expect(ret.errmsg?.split("\n")).toHaveLength(2);
    expect(ret.errmsg).toContain('Terminal.Execute: "timeout" must be a number (got "soon")');
    expect(ret.stages.run).toBeUndefined();
  });

  it("reports the issues of the tool's own schema", async () => {
    const ret = await executor.execute(call("even", { n: 3 }));
    expect(ret).toMatchObject({ status: "invalid_arguments", errmsg: 'even: "n": must be even' });
  });

  it("shows the model the message of a ToolError, and hides unexpected errors", async () => {
    const told = await executor.execute(call("Terminal.Execute", { command: "fail" }));
    expect(told).toMatchObject({
      status: "failed",
      error: { code: "tool_error" },
      recoverable: "model",
      observation: { parts: [{ type: "text", content: "There is no such command." }], isError: true },
    });
    const crashed = await executor.execute(call("Terminal.Execute", { command: "crash" }));
    expect(crashed).toMatchObject({
      status: "failed",
      recoverable: "caller",
      error: { code: "unexpected", cause: { message: "undefined is not a function" } },
      observation: { parts: [{ content: "Terminal.Execute failed because of an unexpected error." }] },
    });
  });

  it("never throws, whatever the model sends and whatever a tool throws", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.anything(), fc.anything(), async (name, args, thrown) => {
        const throwing = toolApi("Throw.", () => Promise.reject(thrown), { name: "throw" });
        const executor = new ActionExecutor([even, throwing]);
        for (const one of [name, "even"]) await executor.execute(call(one, args));
        expect((await executor.execute(call("throw", {}))).status).toBe("failed");
      }),
    );
  });

  it("does not let a broken schema of the tool's out", async () => {
    const broken: Tool = { ...even, validate: () => Promise.reject(new Error("refine crashed")) };
    const ret = await new ActionExecutor([broken]).execute(call("even", { n: 2 }));
    expect(ret).toMatchObject({ status: "invalid_arguments", recoverable: "caller", error: { code: "unexpected" } });
  });
});

describe("time and abortion", () => {
  function waiting(options?: { timeout: number }) {
    const seen: ToolContext[] = [];
    const wait = toolApi(
      "Wait for ever.",
      (context: ToolContext) => {
        seen.push(context);
        return untilAborted(context.signal);
      },
      { name: "wait", ...options },
    );
    return { wait, seen };
  }

  it("stops a tool that takes too long, and aborts its signal", async () => {
    const { wait, seen } = waiting({ timeout: 5 });
    const ret = await new ActionExecutor([wait]).execute(call("wait", {}));
    expect(ret).toMatchObject({ status: "failed", recoverable: "model", error: { code: "timeout" } });
    expect(ret.errmsg).toBe("wait took longer than 5 ms and was stopped.");
    expect(seen[0]?.signal.aborted).toBe(true);
  });

  it("takes the call's limit before the tool's, and the tool's before the executor's", async () => {
    const { wait } = waiting({ timeout: 100_000 });
    const ret = await new ActionExecutor([wait], { timeout: 200_000 }).execute(call("wait", {}), { timeout: 5 });
    expect(ret.errmsg).toContain("5 ms");
    const { wait: plain } = waiting();
    expect((await new ActionExecutor([plain], { timeout: 6 }).execute(call("wait", {}))).errmsg).toContain("6 ms");
  });

  it("ends at once when the caller aborts, even if the tool ignores it", async () => {
    const { wait, seen } = waiting();
    const controller = new AbortController();
    const running = new ActionExecutor([wait]).execute(call("wait", {}), { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect(await running).toMatchObject({ status: "failed", recoverable: "caller", error: { code: "aborted" } });
    expect(seen[0]?.signal.aborted).toBe(true);
  });

  it("does not start a tool if the caller has already aborted", async () => {
    const { wait, seen } = waiting();
    const ret = await new ActionExecutor([wait]).execute(call("wait", {}), { signal: AbortSignal.abort() });
    expect(ret.error?.code).toBe("aborted");
    expect(seen).toEqual([]);
    expect(toStep(ret)).toBeUndefined();
  });

  it("ends at once when the caller aborts while the tool's own schema runs", async () => {
    const slow: Tool = { ...even, validate: () => new Promise(() => undefined) };
    const controller = new AbortController();
    const ret = new ActionExecutor([slow]).execute(call("even", { n: 2 }), { signal: controller.signal });
    controller.abort();
    expect(await ret).toMatchObject({ status: "failed", error: { code: "aborted" } });
  });

  it("leaves the signal of a tool that has returned alone", async () => {
    const seen: AbortSignal[] = [];
    const start = toolApi("Start.", (context: ToolContext) => void seen.push(context.signal), { name: "start" });
    await new ActionExecutor([start]).execute(call("start", {}));
    expect(seen[0]?.aborted).toBe(false);
  });

  it("passes on progress, and is not broken by who watches", async () => {
    const report = toolApi("Report.", (context: ToolContext) => context.progress("half"), { name: "report" });
    const seen: unknown[] = [];
    const onProgress = (update: unknown) => {
      seen.push(update);
      throw new Error("watcher");
    };
    await new ActionExecutor([report]).execute(call("report", {}), {
      onProgress: async () => Promise.reject(new Error("late watcher")),
    });
    expect((await new ActionExecutor([report]).execute(call("report", {}), { onProgress })).status).toBe("success");
    expect(seen).toEqual(["half"]);
  });
});

describe("guards", () => {
  const decision = { passes: [] };
  const allow: Guard = { before: async (action) => ({ kind: "allow", action, decision }) };
  const guardedBy = (...guards: readonly Guard[]) => new ActionExecutor([new Terminal(), even], { guards });
  const answering = (verdict: Verdict): Guard => ({ before: async () => verdict });
  const rewriting = (args: Record<string, unknown>, name = "Terminal.Execute"): Guard => ({
    before: async (action) => ({ kind: "allow", action: { ...action, name, args, replaces: action }, decision }),
  });
  const ls = call("Terminal.Execute", { command: "ls" });

  it.each<[string, Verdict, Partial<ActionReturn>]>([
    ["stop", { kind: "stop", reason: "too dangerous", decision }, { status: "stopped", recoverable: "model" }],
    ["end", { kind: "end", reason: "enough", decision }, { status: "stopped", recoverable: "nobody" }],
    [
      "pending",
      { kind: "pending", request: { action: { id: "1", name: "x", args: {} }, rules: [], fixes: [] }, decision },
      { status: "pending", recoverable: "caller" },
    ],
  ])("keep the tool from running when one says %s", async (_kind, verdict, expected) => {
    const ret = await guardedBy(allow, answering(verdict)).execute(ls);
    expect(ret).toMatchObject({ ...expected, result: null, verdict });
    expect(ret.stages.run).toBeUndefined();
    expect(ret.stages.guard?.verdicts).toHaveLength(2);
    // A call that waits has not ended: it adds its step when it is resumed.
    if (verdict.kind === "pending") expect(toStep(ret)).toBeUndefined();
    else expect(toStep(ret)).toMatchObject({ ran: false, action: { args: { command: "ls" } } });
  });

  it("can't change an action or its result by writing into it", async () => {
    for (const change of [{ name: "even" }, { args: { command: "true" } }]) {
      const writing: Guard = {
        before: async (action) => ({ kind: "allow", action: Object.assign(action, change), decision }),
      };
      const ret = await guardedBy(writing, allow).execute(ls);
      expect(ret).toMatchObject({ status: "stopped", recoverable: "caller", args: { command: "ls" } });
      expect(ret.stages.run).toBeUndefined();
    }
    const looking: Guard = {
      ...allow,
      after: async ({ action, observation }) => {
        Object.assign(observation.parts, { 0: { type: "json", content: 1n } });
        return { kind: "allow", action, decision };
      },
    };
    expect(await guardedBy(looking).execute(ls)).toMatchObject({ status: "stopped", result: null });
  });

  it("have their verdicts recorded as they were, whatever they do with them later", async () => {
    const reasons: string[] = ["too dangerous"];
    const verdict = { kind: "stop" as const, reason: "no", decision, reasons, at: new Date(0) };
    const ret = await guardedBy({ before: async () => verdict }).execute(ls);
    reasons.push("changed");
    expect(ret.verdict).toMatchObject({ reasons: ["too dangerous"], at: "1970-01-01T00:00:00.000Z" });
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  });

  it("tell the model why", async () => {
    const ret = await guardedBy(answering({ kind: "stop", reason: "too dangerous", decision })).execute(ls);
    expect(ret.observation.parts).toEqual([{ type: "text", content: "Terminal.Execute was stopped: too dangerous" }]);
  });

  it("stop the action when one of them fails", async () => {
    const ret = await guardedBy({ before: () => Promise.reject(new Error("no rules")) }).execute(ls);
    expect(ret).toMatchObject({ status: "stopped", recoverable: "caller", error: { code: "unexpected" } });
    expect(ret.stages.run).toBeUndefined();
  });

  it.each<[string, unknown, boolean?]>([
    ["nothing", undefined],
    ["a text", "allow"],
    ["a verdict that is none", { kind: "maybe" }],
    ["an allowance of nothing", { kind: "allow" }, true],
    [
      "an action that JSON can't say",
      { kind: "allow", action: { id: "1", name: "Terminal.Execute", args: { n: 1n } } },
    ],
    ["reasons that JSON can't say", { kind: "stop", reason: Symbol("why"), decision: { passes: [1n] } }],
  ])("stop the action when one of them answers %s", async (_what, verdict, isAllowed = false) => {
    const ret = await guardedBy({ before: async () => verdict as Verdict }).execute(ls);
    expect(ret).toMatchObject({ status: "stopped", recoverable: "caller", result: null });
    expect(ret.stages.run).toBeUndefined();
    const after = await guardedBy({ ...allow, after: async () => verdict as Verdict }).execute(ls);
    expect(after.status).toBe(isAllowed ? "success" : "stopped");
  });

  it("stop the action when the caller aborts while a guard runs", async () => {
    const controller = new AbortController();
    const ret = guardedBy({ before: () => new Promise(() => undefined) }).execute(ls, { signal: controller.signal });
    controller.abort();
    expect(await ret).toMatchObject({ status: "stopped", recoverable: "caller", error: { code: "aborted" } });
  });

  it("are copied when the executor is created", async () => {
    const guards: Guard[] = [answering({ kind: "stop", reason: "no", decision })];
    const executor = guardedBy(...guards);
    const emptied = new ActionExecutor([new Terminal()], { guards });
    guards.length = 0;
    for (const one of [executor, emptied]) expect((await one.execute(ls)).status).toBe("stopped");
  });

  it("say nothing in the record when they fail", async () => {
    const ret = await guardedBy(allow, { before: () => Promise.reject(new Error("no rules")) }).execute(ls);
    expect(ret).toMatchObject({
      status: "stopped",
      verdict: null,
      stages: { guard: { verdicts: [{ kind: "allow" }] } },
    });
  });

  it("see an action by its tool's own name, whatever name another guard gave it", async () => {
    const seen: string[] = [];
    const watching: Guard = {
      before: async (action) => {
        seen.push(action.name);
        return { kind: "allow", action, decision };
      },
    };
    const ret = await guardedBy(rewriting({ command: "rm x" }, "Terminal-Execute"), watching).execute(ls);
    expect(seen).toEqual(["Terminal.Execute"]);
    expect(ret.type).toBe("Terminal.Execute");
  });

  it("tell the model when the action was changed", async () => {
    const editing: Guard = {
      before: async (action) => ({ kind: "allow", action: { ...action, args: { command: "ls -a" } }, decision }),
    };
    const ret = await guardedBy(editing).execute(ls);
    expect(ret.observation.parts).toEqual([
      { type: "text", content: 'Terminal.Execute ran, changed to {"command":"ls -a"}.' },
      { type: "text", content: "ran ls -a" },
    ]);
  });

  it("may replace the action, and the observation starts with a note about it", async () => {
    const ret = await guardedBy(rewriting({ n: 6 }, "even")).execute(ls);
    expect(ret).toMatchObject({ status: "success", type: "even", args: { n: 6 } });
    expect(ret.observation.parts).toEqual([
      { type: "text", content: "A guard ran even instead of Terminal.Execute." },
      { type: "json", content: { half: 3 } },
    ]);
  });

  it.each([
    ["arguments that do not fit", rewriting({ comand: "ls" })],
    ["arguments that the tool's own schema refuses", rewriting({ n: 3 }, "even")],
    ["a tool that there is not", rewriting({}, "Shell")],
  ])("can't let %s through", async (_what, guard) => {
    const ret = await guardedBy(guard).execute(ls);
    expect(ret).toMatchObject({ status: "stopped", result: null });
    expect(ret.stages.run).toBeUndefined();
  });

  it("evaluate an action that another guard chose as a replacement, from the first guard on", async () => {
    const seen: unknown[] = [];
    const first: Guard = {
      before: async (action) => {
        seen.push(action.args["command"]);
        return action.args["command"] === "rm x"
          ? { kind: "stop", reason: "rm", decision }
          : { kind: "allow", action, decision };
      },
    };
    const ret = await guardedBy(first, rewriting({ command: "rm x" })).execute(ls);
    expect(ret.status).toBe("stopped");
    expect(seen).toEqual(["ls", "rm x"]);
  });

  it("that never agree stop the action", async () => {
    const ret = await guardedBy(rewriting({ command: "a" }), rewriting({ command: "b" })).execute(ls);
    expect(ret).toMatchObject({ status: "stopped", errmsg: expect.stringContaining("replaced it more than 8 times") });
  });

  it("may withhold the result of an action", async () => {
    const secretive: Guard = {
      ...allow,
      after: async ({ observation }) =>
        JSON.stringify(observation).includes("secret")
          ? { kind: "stop", reason: "it shows a secret", decision }
          : { kind: "allow", action: { id: "1", name: "x", args: {} }, decision },
    };
    const executor = guardedBy(secretive);
    expect((await executor.execute(ls)).status).toBe("success");
    const ret = await executor.execute(call("Terminal.Execute", { command: "cat secret" }));
    expect(ret).toMatchObject({
      status: "stopped",
      error: { code: "withheld", message: "The result of Terminal.Execute was withheld: it shows a secret" },
      result: null,
      stages: { guard: { after: [{ kind: "stop" }] } },
    });
    expect(JSON.stringify(ret.observation)).not.toContain("cat secret");
    expect(toStep(ret)?.ran).toBe(true);
  });

  it("withhold what the tool threw from `executor.call`, too", async () => {
    const telling = tool({
      name: "tell",
      description: "Tell.",
      parameters: z.object({}),
      execute: () => {
        throw new Error("the secret");
      },
    });
    const guards = [{ ...allow, after: async () => ({ kind: "stop", reason: "never", decision }) as const }];
    const calling = new ActionExecutor([telling], { guards }).call("tell", {});
    await expect(calling).rejects.toMatchObject({ code: "withheld", cause: undefined });
  });

  it("run the recorded action, even if the verdict object changes later", async () => {
    let reads = 0;
    const fickle: Guard = {
      before: async (action) => ({
        kind: "allow",
        get action() {
          return { ...action, args: { command: reads++ === 0 ? "ls -l" : "rm" } };
        },
        decision,
      }),
    };
    const ret = await guardedBy(fickle).execute(ls);
    expect(ret).toMatchObject({ status: "success", args: { command: "ls -l" } });
    expect(ret.stages.guard?.verdicts).toMatchObject([{ action: { args: { command: "ls -l" } } }]);
  });

  it("receive the trajectory, the prompt and the state", async () => {
    const seen: unknown[] = [];
    const looking: Guard = {
      before: async (action, { trajectory, prompt, state }) => {
        seen.push(trajectory.length, prompt, state);
        return { kind: "allow", action, decision };
      },
    };
    const executor = guardedBy(looking);
    const step = toStep(await executor.execute(ls, { prompt: "list" }));
    await executor.execute(ls, { prompt: "again", state: { disk: "full" }, trajectory: step ? [step] : [] });
    expect(seen).toEqual([0, "list", undefined, 1, "again", { disk: "full" }]);
  });
});

describe("a tool without parameters", () => {
  it.each([null, "null", "[]", "", "{}", undefined, {}, []].map((raw) => [JSON.stringify(raw) ?? "undefined", raw]))(
    "runs with the arguments %s",
    async (_what, raw) => {
      const ping = tool({
        name: "ping",
        description: "Ping.",
        parameters: { type: "object", properties: {} },
        execute: () => "pong",
      });
      const ret = await new ActionExecutor([ping]).execute({ id: "1", name: "ping", arguments: raw });
      expect(ret.result).toEqual([{ type: "text", content: "pong" }]);
    },
  );
});
