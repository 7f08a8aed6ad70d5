import { pathToFileURL } from "node:url";
import { generateLoop, outcomeOf, parseScript, scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { ActionExecutor } from "@helve/executor";
import { testedDemo } from "@helve/testing/demo";
import { beforeEach, describe, expect, it } from "vitest";
import { type DemoOptions, demoProgram } from "../src/demo-program.ts";

const seen: DemoOptions[] = [];
let interrupted = new AbortController();
beforeEach(() => {
  interrupted = new AbortController();
});

const { run, file } = testedDemo(async (args) => {
  const rules = pathToFileURL(await file("demo.agentspec", "rule @r trigger any check enforce log end"));
  const script = pathToFileURL(await file("demo.jsonl", '{"content": "Hello"}'));
  const program = demoProgram({
    usage: "Usage: demo\n  --interrupt",
    options: { interrupt: { type: "boolean", default: false } },
    files: () => ({ rules, script }),
    run: async (options, { signal }) => {
      seen.push(options);
      parseProgram(options.rules);
      const model = options.model ?? scriptedModel(parseScript(options.script));
      if (options.interrupt) interrupted.abort();
      return outcomeOf(generateLoop("Hi", { model, executor: new ActionExecutor([]), signal }));
    },
  });
  return program(args, interrupted.signal);
});

describe("demoProgram", () => {
  it("runs the demo with its files and the options of the command line", async () => {
    expect((await run("--json")).code).toBe(0);
    expect(seen.at(-1)).toMatchObject({
      json: true,
      interrupt: false,
      script: '{"content": "Hello"}',
      model: undefined,
    });
    const script = await file("other.jsonl", '{"content": "Bye"}');
    await run("--script", script);
    expect(seen.at(-1)).toMatchObject({ json: false, script: '{"content": "Bye"}' });
  });

  it("prints the options of the demo and those of all demos", async () => {
    expect((await run("--help")).stdout).toMatch(/--interrupt[\s\S]*--model MODEL/);
  });

  it("exits with 1 if the model gives no answer", async () => {
    const { code, stderr } = await run("--model", "http://127.0.0.1:1/v1#none");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("none: no answer from") });
  });

  it("exits with 2 if the command line or a file is invalid, and says what is wrong", async () => {
    const rules = await file("bad.agentspec", "rule");
    for (const [args, message] of [
      [["--lout"], "Unknown option '--lout'"],
      [["--model", "qwen3"], "model must be written as"],
      [["--rules", rules], `${rules}:1:5: `],
      [["--rules", "/nowhere"], "/nowhere:1:1: can't be read"],
      [["--script", rules], `${rules}:1:1: not JSON`],
    ] as const) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
    }
  });

  it("exits with 130 if it was interrupted", async () => {
    expect((await run("--interrupt")).code).toBe(130);
  });
});
