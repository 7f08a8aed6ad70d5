import { ActionExecutor, ExecutorError, runTool } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const say = saying("say", (what) => what);

/** Creates an executor as JavaScript may, with arguments of any type. */
function create(...args: readonly unknown[]): ActionExecutor {
  return Reflect.construct(ActionExecutor, args);
}

function issuesOf(...args: readonly unknown[]): readonly string[] {
  try {
    create(...args);
  } catch (error) {
    expect(error).toBeInstanceOf(ExecutorError);
    return (error as ExecutorError).issues.map(({ message }) => message);
  }
  return [];
}

describe("an executor", () => {
  it.each<[string, readonly unknown[], string]>([
    [
      "a text as a tool",
      [["x"]],
      '"tools[0]" must be a tool or a toolkit: create one by tool() or toolApi() of @helve/tool (got "x")',
    ],
    ["no tools", [undefined], '"tools" must be a list of tools and toolkits: write [tool, toolkit] (got undefined)'],
    ["a text as tools", ["x"], '"tools" must be a list of tools and toolkits: write [tool, toolkit] (got "x")'],
    [
      "a tool that is not in a list",
      [say],
      '"tools" must be a list of tools and toolkits: write [tool, toolkit] (got an object)',
    ],
    [
      "a class of a toolkit",
      [[class Terminal {}]],
      '"tools[0]" must be a tool or a toolkit: create one by tool() or toolApi() of @helve/tool (got a function)',
    ],
    [
      "nothing in a list",
      [[say, null]],
      '"tools[1]" must be a tool or a toolkit: create one by tool() or toolApi() of @helve/tool (got null)',
    ],
    ["a toolkit of texts", [[{ name: "Kit", tools: ["x"] }]], '"tools[0].tools[0]" must be a tool (got "x")'],
    ["options of null", [[], null], '"options" must be an object (got null)'],
    ["an unknown option", [[], { gaurds: [] }], '"gaurds" is not an option of an executor (did you mean "guards"?)'],
    [
      "a guard without `before`",
      [[], { guards: [{}] }],
      '"guards[0]" must be a guard, with the method "before" (got an object)',
    ],
    ["a guard outside of a list", [[], { guards: { before: () => 1 } }], '"guards" must be a list (got an object)'],
    [
      "a parser without `decode`",
      [[], { parser: "json" }],
      '"parser" must be a parser of arguments or its class, with the method "decode" (got "json")',
    ],
    [
      "another `onUnexpected`",
      [[], { onUnexpected: "ignore" }],
      '"onUnexpected" must be "return" or "throw" (got "ignore")',
    ],
    ["negative retries", [[], { retry: { times: -1 } }], '"retry.times" must be a number of at least 0 (got -1)'],
    [
      "an error rule without a code",
      [[], { errors: [{ of: [] }] }],
      '"errors[0]" must be a rule with "code" and a list "of" (got an object)',
    ],
    ["a limit that is text", [[], { concurrency: "4" }], '"concurrency" must be at least 1 (got "4")'],
  ])("is not created with %s", (_what, args, message) => {
    expect(issuesOf(...args)).toEqual([message]);
  });

  it.each([Number.NaN, -1, 0, "60", null])("is not created with the time limit %s", (timeout) => {
    const problem = "must be a number of milliseconds above 0, or Infinity for none";
    const got = typeof timeout === "string" ? `"${timeout}"` : String(timeout);
    expect(issuesOf([], { timeout })).toEqual([`"timeout" ${problem} (got ${got})`]);
    expect(issuesOf([], { guardTimeout: timeout })).toEqual([`"guardTimeout" ${problem} (got ${got})`]);
    expect(issuesOf([{ ...say, timeout }])).toEqual([`the tool "say": "timeout" ${problem} (got ${got})`]);
  });

  it("names all problems at once", () => {
    expect(issuesOf(["x", say, say], { timeout: "soon", retries: 2, resources: { disk: 0 } })).toEqual([
      '"timeout" must be a number of milliseconds above 0, or Infinity for none (got "soon")',
      '"retries" is not an option of an executor',
      '"resources.disk" must be at least 1 (got 0)',
      '"tools[0]" must be a tool or a toolkit: create one by tool() or toolApi() of @helve/tool (got "x")',
      'there are two tools named "say"',
    ]);
  });

  it("accepts options that are undefined, no time limit, and any iterable of tools", async () => {
    const options = { timeout: Number.POSITIVE_INFINITY, guards: undefined, ledger: undefined, retry: { times: 0 } };
    expect(new ActionExecutor(new Set([say]), options).names).toEqual(["say"]);
  });

  it("adds nothing if one of the tools is none", () => {
    const executor = new ActionExecutor([]);
    expect(() => Reflect.apply(executor.add, executor, [say, "x"])).toThrow('"tools[1]" must be a tool or a toolkit');
    expect(executor.names).toEqual([]);
  });
});

describe("a call", () => {
  it.each([Number.NaN, -1, 0, "60"])("is not executed with the time limit %s", async (timeout) => {
    const ran: string[] = [];
    const executor = new ActionExecutor([saying("note", (what) => ran.push(what))]);
    const options = { timeout: timeout as number };
    await expect(executor.execute(callOf("note"), options)).rejects.toThrow(ExecutorError);
    await expect(executor.executeAll([callOf("note")], options)).rejects.toThrow('"timeout" must be a number');
    await expect(executor.call("note", {}, options)).rejects.toThrow('"timeout" must be a number');
    await expect(executor.judge(callOf("note"), options)).rejects.toThrow('"timeout" must be a number');
    await expect(runTool(say, {}, options)).rejects.toThrow('"timeout" must be a number');
    expect(ran).toEqual([]);
  });
});

describe("a wrong argument of JavaScript", () => {
  const executor = new ActionExecutor([say]);
  const wrong: readonly (readonly [string, () => unknown, string])[] = [
    ["one call for executeAll", () => apply("executeAll", callOf("say")), '"calls" must be a list: write [call]'],
    ["a call for call()", () => apply("call", callOf("say")), '"name" must be a text, and the arguments come next'],
    ["a name for the options of runTool", () => runTool(say, {}, "run" as never), '"options" must be an object'],
    ["a misspelled option of actionsInfo", () => apply("actionsInfo", { formatt: "openai" }), 'did you mean "format"?'],
    ["a misspelled format", () => apply("actionsInfo", { format: "opnai" }), '"format" must be "opentool", "openai"'],
    ["a format alone", () => apply("actionsInfo", "openai"), '"options" must be an object'],
    ["a misspelled event", () => apply("on", "action:ended", () => undefined), '"name" must be an event'],
    ["no listener", () => apply("on", "action:end", 1), '"listener" must be a function'],
  ];

  function apply(method: keyof ActionExecutor, ...args: readonly unknown[]): unknown {
    return Reflect.apply(executor[method] as (...args: readonly unknown[]) => unknown, executor, args);
  }

  it.each(wrong)("(%s) is an error that says what to write", async (_what, act, message) => {
    const error = await Promise.resolve()
      .then(act)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ExecutorError);
    expect((error as ExecutorError).message).toContain(message);
  });
});
