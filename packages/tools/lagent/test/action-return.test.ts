import { ActionExecutor, runTool } from "@helve/executor";
import { lagentActionsInfo, lagentCodes, toLagent } from "@helve/lagent";
import { Toolkit, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";
import goldens from "./fixtures/lagent-executor.json" with { type: "json" };

class Bold extends Toolkit {
  static readonly docstring = "make text bold\n\nArgs:\n    text (str): input text";

  run(text: string): string {
    return `**${text}**`;
  }
}

class T extends Toolkit {
  override readonly description = "Box";

  @toolApi("Do it.\n\nArgs:\n    x (Any): what")
  echo(x: unknown): unknown {
    return x;
  }

  @toolApi("Do it.\n\nArgs:\n    x (Any): what")
  boom(x: unknown): never {
    throw new RangeError(`boom ${x}`);
  }
}

/** The action return, which newer versions put in a message. */
function returned(expected: { readonly ok?: unknown }): Readonly<Record<string, unknown>> {
  const ok = expected.ok as Readonly<Record<string, unknown>>;
  const { content } = ok;
  return typeof content === "object" && content !== null ? { ...content } : ok;
}

const tools = () => new ActionExecutor([new T(), new Bold()]);

async function executed(name: string, command: unknown, executor: ActionExecutor = tools()) {
  return toLagent(await executor.execute({ id: "1", name, arguments: command }));
}

async function called(name: string, inputs: unknown) {
  return toLagent(await runTool(new T(), inputs, { name }));
}

/** The expression of each golden, in TypeScript. */
const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  "exec-call-toolkit": () => executed("T.echo", '{"x": "a"}'),
  "exec-call-two-dots": () => executed("T.echo.x", "{}"),
  "exec-call-unknown": () => executed("Nope", "whatever"),
  "exec-call-unknown-dotted": () => executed("Nope.x", "whatever"),
  "exec-call-unknown-empty-command": () => Promise.all([executed("Nope", ""), executed("Nope", null)]),
  "exec-call-invalidaction": () => executed("InvalidAction", "x"),
  "exec-call-finish": () => executed("FinishAction", "done"),
  "exec-call-finish-in-action": async () => {
    const executor = new ActionExecutor([new Bold()], { specialActions: { finishInActions: true } });
    return [
      await executed("FinishAction", '{"response": 1}', executor),
      lagentActionsInfo(executor).at(-1),
      executor.names,
    ];
  },
  "exec-add-del": async () => {
    const executor = tools();
    const kits = () => [...new Set(executor.names.map((name) => name.split(".")[0]))];
    const before = kits();
    const [none, one] = [executor.remove("zzz"), executor.remove("Bold")];
    const less = kits();
    executor.add(new Bold());
    return [before, none, one, less, null, kits()];
  },
  "main-call-noaction": () => executed("NoAction", ""),
  "main-call-finish": () => executed("FinishAction", "done"),
  "main-call-finish-dict": () => executed("FinishAction", { response: "done" }),
  "main-call-unknown": () => executed("Nope", { a: 1 }),
  "call-echo-str": () => called("echo", '{"x": "hi"}'),
  "call-echo-dict": () => called("echo", { x: { a: 1, b: [1, 2], 中: "文" } }),
  "call-boom": () => called("boom", '{"x": 1}'),
  "call-unknown-arg": () => called("echo", '{"y": 1}'),
  "call-missing-arg": () => called("echo", "{}"),
  "call-default-run-on-toolkit": async () => toLagent(await runTool(new T(), '{"x": 1}')),
  "call-status-codes": async () => [lagentCodes.state, lagentCodes.valid],
};

const otherWords = "an error is in our words, and names what is wrong";
const argsByName = "the argument is named by its parameter";

/** The intended differences from a golden, with reasons; `false` if the whole golden differs, as the next test checks. */
const differences: Readonly<Record<string, { readonly differs: object | false; readonly why: string }>> = {
  "exec-call-two-dots": { differs: false, why: "Lagent crashes; here there is no such tool" },
  "exec-call-unknown": { differs: { errmsg: expect.stringContaining("There is no tool") }, why: otherWords },
  "exec-call-unknown-dotted": { differs: { errmsg: expect.stringContaining("There is no tool") }, why: otherWords },
  "exec-call-unknown-empty-command": { differs: false, why: otherWords },
  "exec-call-invalidaction": { differs: { errmsg: expect.stringContaining("There is no tool") }, why: otherWords },
  "exec-call-finish": { differs: { args: { response: "done" } }, why: argsByName },
  "exec-call-finish-in-action": { differs: false, why: "FINISH is kept; a command that is JSON stays one text" },
  "exec-add-del": { differs: false, why: "`remove` says whether there was one" },
  "main-call-noaction": { differs: { args: { message: "" } }, why: argsByName },
  "main-call-finish": { differs: { args: { response: "done" } }, why: argsByName },
  "main-call-finish-dict": {
    differs: { args: { response: "done" }, result: [{ type: "text", content: "done" }] },
    why: "a response by its name is the response; Lagent gives the dictionary as text",
  },
  "main-call-unknown": { differs: { errmsg: expect.stringContaining("There is no tool") }, why: otherWords },
  "call-echo-dict": {
    differs: {
      args: { x: { a: 1, b: [1, 2], 中: "文" } },
      result: [{ type: "text", content: '{"a":1,"b":[1,2],"中":"文"}' }],
    },
    why: "JSON is written without spaces",
  },
  "call-boom": {
    differs: { errmsg: "T.boom failed: boom 1" },
    why: "the error says which tool failed",
  },
  "call-unknown-arg": { differs: { errmsg: expect.stringContaining('"x" is required') }, why: otherWords },
  "call-missing-arg": { differs: { errmsg: expect.stringContaining('"x" is required') }, why: otherWords },
  "call-default-run-on-toolkit": {
    differs: { type: "InvalidAction", args: { text: '{"x": 1}' }, errmsg: expect.any(String), valid: -2 },
    why: "a toolkit has no tool of its own: that is a name that there is not",
  },
};

describe("the action returns of Lagent's executor", () => {
  it.each(goldens.filter(({ id }) => differences[id]?.differs !== false))("$id", async ({ id, expected }) => {
    const given = await cases[id]?.();
    const difference = differences[id]?.differs || {};
    const { $type: _, ...ok } = returned(expected);
    if (Array.isArray(given)) expect(given).toEqual(expected.ok);
    else expect(given).toEqual({ ...ok, ...difference });
  });

  it("is otherwise where we say so", async () => {
    const unknown = {
      state: -1002,
      valid: -2,
      type: "InvalidAction",
      errmsg: expect.stringContaining("There is no tool"),
    };
    expect(await cases["exec-call-unknown-empty-command"]?.()).toMatchObject([unknown, unknown]);
    expect(await cases["exec-call-two-dots"]?.()).toMatchObject({ state: -1002, valid: -2, type: "InvalidAction" });
    const finishing = await cases["exec-call-finish-in-action"]?.();
    const [finished, info, names] = finishing as readonly unknown[];
    expect(finished).toMatchObject({ valid: 1, result: [{ content: '{"response": 1}' }] });
    expect(info).toMatchObject({
      name: "FinishAction",
      description: "Return the final result.",
      required: ["response"],
    });
    expect(names).toEqual(["Bold", "FinishAction"]);
    const kits = [["T", "Bold"], false, true, ["T"], null, ["T", "Bold"]];
    expect(await cases["exec-add-del"]?.()).toEqual(kits);
  });
});

describe("special actions", () => {
  const finish = (executor: ActionExecutor, name: string) => executor.execute({ id: "1", name, arguments: "done" });

  it("are no tools of the executor", () => {
    const executor = tools();
    expect([executor.has("FinishAction"), executor.names.includes("NoAction")]).toEqual([false, false]);
  });

  it("may have other names, or not be", async () => {
    const renamed = new ActionExecutor([], { specialActions: { finish: "answer", none: false } });
    expect(await finish(renamed, "answer")).toMatchObject({ status: "success", valid: "FINISH" });
    expect((await finish(renamed, "NoAction")).status).toBe("unknown_tool");
    expect((await finish(new ActionExecutor([], { specialActions: false }), "FinishAction")).status).toBe(
      "unknown_tool",
    );
  });

  it("give way to a tool of the same name", async () => {
    const own = toolApi("Finish.\n\nArgs:\n    text (str): text", (text: string) => `own ${text}`, {
      name: "FinishAction",
    });
    const ret = await new ActionExecutor([own]).execute({ id: "1", name: "FinishAction", arguments: { text: "a" } });
    expect(ret).toMatchObject({ valid: "OPEN", result: [{ content: "own a" }] });
  });

  it("are guarded like any tool, and finish nothing when they are stopped", async () => {
    const guard = { before: async () => ({ kind: "stop", reason: "not yet", decision: { passes: [] } }) as const };
    const ret = await finish(new ActionExecutor([], { guards: [guard] }), "FinishAction");
    expect(ret).toMatchObject({ status: "stopped", valid: "OPEN" });
  });
});

describe("toLagent", () => {
  it("maps statuses that Lagent lacks to its own", async () => {
    const pending = {
      before: async (action: never) =>
        ({ kind: "pending", request: { action, rules: [], fixes: [] }, decision: { passes: [] } }) as const,
    };
    const waiting = await new ActionExecutor([new Bold()], { guards: [pending] }).execute({
      id: "1",
      name: "Bold",
      arguments: { text: "a" },
    });
    expect(toLagent(waiting).state).toBe(lagentCodes.state.ING);
    const http = new ActionExecutor([new T()], { errors: [{ code: "http_error", of: ["RangeError"] }] });
    expect(await executed("T.boom", { x: "a" }, http)).toMatchObject({ state: -1000, errmsg: "boom a" });
  });
});
