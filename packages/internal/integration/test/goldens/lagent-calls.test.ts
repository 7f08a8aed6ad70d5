// Compares the treatment of calls by Lagent's actions and executors with Helve's. packages/tools/lagent/test compares the descriptions and
// the other action returns.

import { ActionExecutor, runTool } from "@helve/executor";
import { toLagent } from "@helve/lagent";
import { Toolkit, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";
import goldens from "./lagent-calls.json" with { type: "json" };
import { lagentReasons } from "./reasons.ts";

class Bold extends Toolkit {
  static readonly docstring = "make text bold\n\nArgs:\n    text (str): input text";

  run(text: string): string {
    return `**${text}**`;
  }
}

const doc = "Do it.\n\nArgs:\n    x (Any): what";

class T extends Toolkit {
  override readonly description = "Box";

  @toolApi(doc)
  echo(x: unknown): unknown {
    return x;
  }

  @toolApi(doc)
  boom(x: unknown): never {
    throw new RangeError(`boom ${x}`);
  }

  @toolApi(doc)
  silent(_x: unknown): never {
    throw new Error("");
  }

  @toolApi(doc)
  full(_x: unknown): unknown {
    const image = { type: "image", content: "a.png" };
    return [image, { type: "text", content: "hi" }];
  }
}

class Kit extends T {
  override readonly name = "Kit";
}

class AsyncBold extends Toolkit {
  static readonly docstring = "make text bold\n\nArgs:\n    text (str): input text";

  async run(text: string): Promise<string> {
    return `**${text}**`;
  }
}

const called = async (name: string, inputs: unknown) => toLagent(await runTool(new T(), inputs, { name }));
const executed = async (name: string, inputs: unknown) =>
  toLagent(await new ActionExecutor([new T(), new Bold(), new Kit()]).execute({ id: "1", name, arguments: inputs }));
const bold = async (inputs: unknown) => toLagent(await runTool(new AsyncBold(), inputs));

/** The expression of each golden, in TypeScript. */
const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  "call-echo-list": () => called("echo", { x: [1, "a", null, true, 1.5, { k: "v" }] }),
  "call-echo-true": () => called("echo", { x: true }),
  "call-silent": () => called("silent", '{"x": 1}'),
  "call-full": () => called("full", '{"x": 1}'),
  "call-not-a-mapping-list": () => called("echo", '["x"]'),
  "exec-call-trailing-dot": () => executed("Bold.", '{"text": "a"}'),
  "main-call-dict": () => executed("Bold", { text: "a" }),
  "main-call-functioncall": () => executed("Kit.echo", { x: "q" }),
  "main-call-bad-args": () => executed("Kit.echo", { y: "1" }),
  "main-call-two-dots": () => executed("Kit.echo.x", { x: "1" }),
  "main-call-missing-parameters": () => executed("Bold", undefined),
  "main-call-unknown-empty": () => executed("Nope", {}),
  "main-forward": () => executed("Kit.echo", { x: "z" }),
  "main-preproc-functioncall": async () => (await executed("Kit.echo", { x: "y" })).result?.[0]?.content,
  "main-preproc-action-dict": async () => (await executed("Bold", { text: "x" })).result?.[0]?.content,
  "main-async-call": () => bold({ text: "a" }),
  "main-async-args-error": () => bold("{}"),
  "main-async-invalid-api": async () => toLagent(await runTool(new AsyncBold(), "{}", { name: "nope" })),
};

const text = (content: string) => [{ type: "text", content }];
const unknown = { type: "InvalidAction", state: -1002, valid: -2, errmsg: expect.stringContaining("There is no tool") };

/** The intended differences from a golden, with reasons. */
const differences: Readonly<Record<string, { readonly differs: object; readonly why: string }>> = {
  "call-echo-list": {
    differs: { result: text('[1,"a",null,true,1.5,{"k":"v"}]') },
    why: "values are JSON, not Python's repr",
  },
  "call-echo-true": { differs: { result: text("true") }, why: "values are JSON, not Python's repr" },
  "call-silent": { differs: { errmsg: "T.silent failed: Error without a message" }, why: "an error says what failed" },
  "call-full": {
    differs: { args: { x: 1 }, url: null, type: "T", thought: null, valid: 0 },
    why: "a tool returns parts; the executor writes the rest of the action return",
  },
  "call-not-a-mapping-list": {
    differs: {
      args: { inputs: '["x"]', name: "echo" },
      state: -1001,
      errmsg: expect.stringContaining("one JSON object"),
    },
    why: "a list is refused before the tool is called",
  },
  "exec-call-trailing-dot": { differs: { ...unknown, args: { text: '{"text": "a"}' } }, why: "there is no such name" },
  "main-call-two-dots": { differs: unknown, why: "Lagent crashes; here there is no such tool" },
  "main-call-missing-parameters": {
    differs: { state: -1001, errmsg: expect.stringContaining('"text" is required') },
    why: "Lagent crashes; here the model reads what is missing",
  },
  "main-call-unknown-empty": { differs: unknown, why: "the message names the tools" },
  "main-call-bad-args": {
    differs: { errmsg: expect.stringContaining('"x" is required') },
    why: "an error names what is wrong",
  },
  "main-async-args-error": {
    differs: { errmsg: expect.stringContaining('"text" is required') },
    why: "an error names what is wrong",
  },
  "main-async-invalid-api": { differs: { ...unknown, args: { text: "{}" } }, why: "the message names the tools" },
};

/** The action return of a golden, which newer versions put in a message and older ones in a list. */
function returned({ ok = {} }: { readonly ok?: unknown }): unknown {
  const first: unknown = Array.isArray(ok) ? ok[0] : ok;
  if (typeof first !== "object" || first === null) return first;
  const { $type: _, ...given } = first as Readonly<Record<string, unknown>>;
  return "content" in given ? returned({ ok: given["content"] }) : given;
}

describe("calls of Lagent", () => {
  it.each(goldens.filter(({ id }) => !Object.hasOwn(lagentReasons, id)))("$id", async ({ id, expected }) => {
    const given = await cases[id]?.();
    const { differs } = differences[id] ?? {};
    if (expected.error !== undefined) expect(given).toMatchObject(differs ?? {});
    else if (typeof given === "object") expect(given).toEqual({ ...(returned(expected) as object), ...differs });
    else expect(given).toEqual(returned(expected));
  });
});
