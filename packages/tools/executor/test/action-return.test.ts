import type { Action, ActionReturn, Decision, Guard, Pass } from "@helve/core";
import { ActionExecutor, ActionReturnError, parseActionReturn } from "@helve/executor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const say = saying("say", (what) => {
  if (what === "fail") throw new Error("failed", { cause: new TypeError("deep") });
  return [
    { type: "text", content: "short", truncated: { bytes: 5, from: 50 } },
    { type: "image", content: "data:,", mediaType: "image/png" },
    { type: "text", content: "long", truncated: { bytes: 4, from: 400 } },
  ];
});
const executor = new ActionExecutor([say]);

describe("an action return", () => {
  it("reports how much of its texts was truncated", async () => {
    const ret = await executor.execute(callOf("say"));
    expect(ret.truncated).toEqual({ bytes: 9, from: 450 });
    expect((await executor.execute(callOf("say", "fail"))).truncated).toBeNull();
  });

  it("comes back from JSON as it was, whatever the model sent", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("say", "no"),
        fc.oneof(fc.string(), fc.json(), fc.anything()),
        async (name, raw) => {
          const ret = await executor.execute({ id: "1", name, arguments: raw });
          const text = JSON.stringify(ret);
          expect(parseActionReturn(text)).toEqual(JSON.parse(text));
          expect(JSON.stringify(parseActionReturn(text))).toBe(text);
        },
      ),
    );
  });

  it("comes back from JSON with all that a guard may have said", async () => {
    const action: Action = {
      id: "1",
      name: "say",
      args: {},
      invokedBy: "r",
      replaces: { id: "1", name: "x", args: {} },
    };
    const pass: Pass = {
      action,
      approved: ["r"],
      rules: [
        {
          rule: "r",
          line: 1,
          check: "unknown",
          violated: true,
          predicates: [{ predicate: "p", value: "unknown", reason: "it failed", evidence: [], failed: true }],
        },
      ],
      enforcements: [{ rule: "r", enforcement: "warn", outcome: "warned", detail: "careful" }],
    };
    const would = { kind: "stop", reason: "never" } as const;
    const decision: Decision = {
      event: "after_action",
      plan: "00",
      mode: "shadow",
      shadowVerdict: would,
      passes: [pass],
    };
    const observation = { parts: [], isError: false };
    const request = { action, event: "after_action", messages: ["look"], observation, rules: [], fixes: [] } as const;
    const guard: Guard = {
      before: async (given) => ({ kind: "allow", action: given, notes: ["careful"], decision }),
      after: async () => ({ kind: "pending", request, token: "00", decision }),
    };
    const ret = await new ActionExecutor([say], { guards: [guard] }).execute(callOf("say"));
    expect(ret).toMatchObject({ status: "stopped", verdict: { kind: "pending", token: "00" } });
    const text = JSON.stringify(ret);
    expect(parseActionReturn(text)).toEqual(ret);
    for (const [good, bad] of [
      ['"notes":["careful"]', '"notes":[1]'],
      ['"token":"00"', '"token":0'],
      ['"failed":true', '"failed":1'],
      ['"mode":"shadow"', '"mode":"hidden"'],
      ['"invokedBy":"r"', '"invokedBy":{}'],
    ] as const) {
      expect(caught(() => parseActionReturn(text.replaceAll(good, bad)))).toBeInstanceOf(ActionReturnError);
    }
  });

  it("is not read when it is broken, and all that is wrong is said", async () => {
    const ret = await executor.execute(callOf("say", "fail"));
    const broken = { ...ret, status: "fine", duration: "long", observation: { parts: [{ type: "text" }] } };
    const error = caught(() => parseActionReturn(broken));
    expect(error).toBeInstanceOf(ActionReturnError);
    const paths = (error as ActionReturnError).issues.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["/status", "/duration"]));
    expect(paths.some((path) => path?.startsWith("/observation"))).toBe(true);
  });

  it.each<[string, unknown]>([
    ["text that is no JSON", "{"],
    ["nothing", undefined],
    ["a list", []],
    ["an empty object", {}],
  ])("is not %s", (_what, value) => {
    expect(caught(() => parseActionReturn(value))).toMatchObject({ code: "invalid_action_return" });
  });

  it("is refused without any one of its fields", async () => {
    const ret: ActionReturn = await executor.execute(callOf("say"));
    for (const field of Object.keys(ret)) {
      const { [field]: _, ...rest } = { ...ret } as Record<string, unknown>;
      expect(caught(() => parseActionReturn(rest))).toMatchObject({ message: expect.stringContaining(`"${field}"`) });
    }
  });

  it("never makes anything else throw", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(caught(() => parseActionReturn(value))).toBeInstanceOf(ActionReturnError);
      }),
    );
  });
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
