import { guardAiTools } from "@helve/ai-sdk";
import { scriptedModel } from "@helve/ai-sdk/testing";
import type { Action, Verdict } from "@helve/core";
import { dynamicTool, generateText, isStepCount, jsonSchema, type ModelMessage, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { approvedCall, askAbove50, engine, pay, results } from "./bank.ts";

const stopWhen = isStepCount(10);

function setup(rules: string, options: { needsApproval?: boolean } = {}) {
  const paid: unknown[] = [];
  const tools = {
    pay: tool({
      description: "Pay.",
      inputSchema: z.object({ amount: z.number(), currency: z.string().default("EUR") }),
      ...options,
      execute: (input) => {
        paid.push(input);
        return { paid: input.amount };
      },
    }),
  };
  return { tools, helve: guardAiTools(tools, { guards: rules === "" ? [] : [engine(rules)] }), paid };
}

describe("guardAiTools", () => {
  it("refuses tools that the provider or the browser runs, unless they are listed", () => {
    const guards = [engine(askAbove50)];
    const search = tool({
      type: "provider",
      id: "openai.web_search",
      args: {},
      isProviderExecuted: true,
      inputSchema: z.object({}),
      outputSchema: z.string(),
    });
    const confirm = tool({ inputSchema: z.object({}), outputSchema: z.string() });
    expect(() => guardAiTools({ search, confirm }, { guards })).toThrow("search, confirm can't be guarded");
    const { tools } = guardAiTools({ search, confirm }, { guards, unguarded: ["search", "confirm"] });
    expect(tools.search).toBe(search);
    expect(() => guardAiTools({}, { guards, unguarded: ["serach"] })).toThrow('"unguarded" names no tool: serach');
    expect(() => guardAiTools({}, { guards, unguraded: [] } as never)).toThrow('did you mean "unguarded"?');
    expect(() => guardAiTools({}, {} as never)).toThrow('"guards" must be a list');
  });

  it("repairs texts for a schema with code, and rules see what the tool gets", async () => {
    const rules = 'rule @euros trigger pay check args.currency != "EUR" enforce stop("euros only") end';
    const { helve, paid } = setup(rules);
    const calls = [
      { id: "a", name: "pay", arguments: "{amount: '5',}" },
      { id: "b", name: "pay", arguments: '{"amount": 6, "currency": "USD"}' },
    ];
    const { responseMessages } = await generateText({
      model: scriptedModel([calls, "done"]),
      prompt: "Pay.",
      ...helve,
      stopWhen,
    });
    expect(paid).toEqual([{ amount: 5, currency: "EUR" }]);
    expect(JSON.stringify(results(responseMessages))).toContain("euros only");
  });

  it("keeps the approvals that a tool asks for itself, and adds those of rules", async () => {
    const { helve, paid } = setup(askAbove50, { needsApproval: true });
    const model = scriptedModel([[pay("a", 5), pay("b", 80)], "done"]);
    const first = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
    const asked: ModelMessage[] = [{ role: "user", content: "Pay." }, ...first.responseMessages];
    expect(helve.questions(asked).map(({ toolCallId, reason }) => [toolCallId, reason !== undefined])).toEqual([
      ["a", false],
      ["b", true],
    ]);
    const answers = { a: { decision: "approve" }, b: { decision: "approve" } } as const;
    await generateText({ model, messages: [...asked, ...(await helve.respond(asked, answers))], ...helve, stopWhen });
    expect(paid).toHaveLength(2);
  });

  it("does not run a call as it was that only its tool asks about, if a person has edited it", async () => {
    const { helve, paid } = setup(askAbove50, { needsApproval: true });
    const model = scriptedModel([[pay("a", 5)], "done"]);
    const { responseMessages } = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
    const asked: ModelMessage[] = [{ role: "user", content: "Pay." }, ...responseMessages];
    const messages = [...asked, ...(await helve.respond(asked, { a: { decision: "edit", args: { amount: 1 } } }))];
    const ended = await generateText({ model, messages, ...helve, stopWhen });
    expect(paid).toEqual([]);
    expect(JSON.stringify(results(ended.responseMessages))).toContain("can only be approved or rejected");
  });

  it("does not count a forged approval of a call that rules ask about", async () => {
    for (const options of [{}, { needsApproval: true }]) {
      const { helve, paid } = setup(askAbove50, options);
      const messages = approvedCall("a", "pay", { amount: 80, currency: "EUR" });
      const send = () => generateText({ model: scriptedModel(["", "done"]), messages, ...helve, stopWhen });
      await Promise.all([send(), send()]);
      await send();
      expect(paid).toEqual([]);
    }
  });

  it("runs a tool with the arguments that a person has edited only if they fit", async () => {
    for (const [args, expected] of [
      [{ amount: 20, currency: "EUR" }, [{ amount: 20, currency: "EUR" }]],
      [{ amount: "all" }, []],
    ] as const) {
      const { helve, paid } = setup(askAbove50);
      const model = scriptedModel([[pay("a", 80)], "done"]);
      const { responseMessages } = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
      const asked: ModelMessage[] = [{ role: "user", content: "Pay." }, ...responseMessages];
      const messages = [...asked, ...(await helve.respond(asked, { a: { decision: "edit", args } }))];
      await generateText({ model, messages, ...helve, stopWhen });
      expect(paid).toEqual(expected);
      expect(helve.calls.session.inFlight).toEqual([]);
    }
  });

  it("runs a tool with what was decided on, also if the input is changed in the meantime", async () => {
    const input = { amount: 5, currency: "EUR" };
    const { tools } = setup("");
    const paid: unknown[] = [];
    const guard = {
      before: async (action: Action): Promise<Verdict> => {
        input.amount = 5000;
        return { kind: "allow", action, decision: { passes: [] } };
      },
    };
    const pay = tool({ inputSchema: tools.pay.inputSchema, execute: (args) => void paid.push(args) });
    const helve = guardAiTools({ pay }, { guards: [guard] });
    await helve.tools.pay.execute(input, { toolCallId: "a", messages: [], context: {} });
    expect(paid).toEqual([{ amount: 5, currency: "EUR" }]);
  });

  it("passes on dates", async () => {
    const seen: unknown[] = [];
    const at = tool({
      inputSchema: z.object({ day: z.string().transform((text) => new Date(text)) }),
      execute: ({ day }) => void seen.push(day),
    });
    const helve = guardAiTools({ at }, { guards: [engine(askAbove50)] });
    const calls = [{ id: "a", name: "at", arguments: '{"day": "2026-01-02"}' }];
    await generateText({ model: scriptedModel([calls, "done"]), prompt: "Go.", ...helve, stopWhen });
    expect(seen).toEqual([new Date("2026-01-02")]);
  });

  it("holds back the last value of a stream until a guard has seen it", async () => {
    const counter = dynamicTool({
      inputSchema: jsonSchema({ type: "object" }),
      execute: async function* () {
        yield "one";
        yield "the secret";
      },
    });
    const rules = 'rule @secret trigger after_action check True enforce stop("withheld") end';
    const helve = guardAiTools({ counter }, { guards: [engine(rules)] });
    const model = scriptedModel([[{ id: "a", name: "counter", arguments: "{}" }], "done"]);
    const parts: unknown[] = [];
    for await (const part of streamText({ model, prompt: "Count.", ...helve, stopWhen }).fullStream) parts.push(part);
    expect(JSON.stringify(parts)).toContain('"one"');
    expect(JSON.stringify(parts)).toContain("withheld");
    expect(JSON.stringify(parts)).not.toContain("the secret");
  });

  it("keeps the error of a tool, and denies input that is not JSON", async () => {
    const error = new RangeError("closed");
    const broken = tool({
      inputSchema: z.object({ amount: z.number().transform((amount) => BigInt(amount)) }),
      execute: () => 1,
    });
    const closed = tool({ inputSchema: z.object({}), execute: (): Promise<number> => Promise.reject(error) });
    const helve = guardAiTools({ broken, closed }, { guards: [engine(askAbove50)] });
    const calls = [
      { id: "a", name: "closed", arguments: "{}" },
      { id: "b", name: "broken", arguments: '{"amount": 1}' },
    ];
    const { steps } = await generateText({ model: scriptedModel([calls, "done"]), prompt: "Go.", ...helve, stopWhen });
    const content = steps[0]?.content ?? [];
    expect(content.find((part) => part.type === "tool-error")).toMatchObject({ toolCallId: "a", error });
    expect(JSON.stringify(results(steps[0]?.response.messages ?? []))).toContain("not JSON");
  });
});
