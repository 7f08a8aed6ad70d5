import { createHash } from "node:crypto";
import { parseProgram } from "@helve/agentspec";
import type { ActionReturn } from "@helve/core";
import { Engine, type EngineOptions, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { McpEndpoint, type McpEndpointOptions } from "@helve/mcp";
import { tool } from "@helve/tool";
import type { Client, ClientOptions, ElicitResult } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { connectHttp, connectStdio, versions } from "./connect.ts";

const modern = versions[2]?.[1] ?? {};

/** An endpoint with a tool for which a person has to decide; `ran` has the amounts that were paid. */
function payments(options: McpEndpointOptions & { readonly engine?: Partial<EngineOptions> } = {}) {
  const ran: number[] = [];
  const pay = tool({
    name: "pay",
    description: "Pay.",
    parameters: z.object({ amount: z.number().describe("how much"), to: z.string().describe("to whom").optional() }),
    execute: ({ amount }) => `paid ${ran.push(amount) && amount}`,
  });
  const rules = parseProgram(`
    rule @confirm trigger pay check enforce user_inspection("Is that right?", halve) end
    rule @limit trigger pay check args.amount > 1000 enforce stop end
  `);
  const engine = new Engine(rules, {
    predicates: [],
    inspect: inspectLater(),
    lateAnswers: { key: "k".repeat(32) },
    fixes: { halve: ({ args }) => ({ ...args, amount: Number(args["amount"]) / 2 }) },
    ...options.engine,
  });
  const recorded: ActionReturn[] = [];
  const record = (actionReturn: ActionReturn) => void recorded.push(actionReturn);
  const endpoint = new McpEndpoint(new ActionExecutor([pay], { guards: [engine] }), { record, ...options });
  return { endpoint, ran, recorded };
}

/** Adds a person to a client, who gives these answers, one after the other; `asked` receives the questions. */
function person(answers: readonly ElicitResult[], asked: string[]): (client: Client) => void {
  return (client) => {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      return answers[asked.push(params.message) - 1] ?? { action: "cancel" };
    });
  };
}

const accept = (content: Record<string, string>): ElicitResult => ({ action: "accept", content });
const call = { name: "pay", arguments: { amount: 5 } };

async function connectPerson(
  endpoint: McpEndpoint,
  answer: ElicitResult | readonly ElicitResult[],
  { connect = connectStdio, asked = [] as string[], options = {} as ClientOptions } = {},
): Promise<Client> {
  const client = await connect(endpoint, { ...options, capabilities: { elicitation: { form: {} } } });
  person([answer].flat(), asked)(client);
  return client;
}

describe.each(versions)("a client of version %s", (_version, options) => {
  it.each([
    ["stdio", connectStdio],
    ["HTTP", connectHttp],
  ] as const)("asks its person, who approves, over %s", async (_, connect) => {
    const { endpoint, ran } = payments();
    const asked: string[] = [];
    const client = await connectPerson(endpoint, accept({ decision: "approve" }), { connect, asked, options });
    expect((await client.callTool(call)).content).toEqual([{ type: "text", text: "paid 5" }]);
    expect(ran).toEqual([5]);
    expect(asked).toEqual(['May the agent run pay?\n"amount":\n  │ 5\nrule @confirm\n  Is that right?']);
  });

  it.each([
    ["rejects", accept({ decision: "reject", reason: "too much" }), "too much"],
    ["declines", { action: "decline" }, "decline"],
    ["cancels", { action: "cancel" }, "cancel"],
    ["answers nothing", { action: "accept" }, "rejected"],
    ["answers something else", accept({ decision: "Approve" }), "rejected"],
  ] satisfies [string, ElicitResult, string][])("does not run a call whose person %s", async (_, answer, reason) => {
    const { endpoint, ran } = payments();
    const client = await connectPerson(endpoint, answer, { options });
    const result = await client.callTool(call);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain(reason);
    expect(ran).toEqual([]);
  });

  it("runs the fix that its person chooses", async () => {
    const { endpoint, ran } = payments();
    // The rules evaluate the changed arguments again, and ask again.
    const answers = [accept({ decision: "fix:halve" }), accept({ decision: "approve" })];
    const client = await connectPerson(endpoint, answers, { options });
    await client.callTool({ name: "pay", arguments: { amount: 8 } });
    expect(ran).toEqual([4]);
  });

  it("is told that nobody can be asked, if it can't ask", async () => {
    const { endpoint, ran, recorded } = payments();
    const client = await connectStdio(endpoint, options);
    expect(await client.callTool(call)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("this client can't ask one") }],
    });
    expect(ran).toEqual([]);
    expect(recorded.map(({ status }) => status)).toEqual(["pending", "stopped"]);
  });

  it("leaves the question to the endpoint, if it can't ask", async () => {
    const { endpoint, ran } = payments({
      inspect: ({ action }) => ({ decision: action.args["amount"] === 5 ? "approve" : "reject" }),
    });
    const client = await connectStdio(endpoint, options);
    await client.callTool(call);
    await client.callTool({ name: "pay", arguments: { amount: 6 } });
    expect(ran).toEqual([5]);
  });
});

/** Sends a call, and returns the question without answering it. */
async function question(client: Client, args: object = call.arguments) {
  const result: unknown = await client.callTool({ name: "pay", arguments: { ...args } }, { allowInputRequired: true });
  return result as { readonly requestState: string; readonly inputRequests: unknown };
}

/** Retries a call with the answer of a person. */
function retry(
  client: Client,
  requestState: string,
  { args = call.arguments as object, content = { decision: "approve" } as object } = {},
) {
  const params = {
    name: "pay",
    arguments: args,
    requestState,
    inputResponses: { approval: { action: "accept", content } },
  };
  return client.callTool(params as never, { allowInputRequired: true });
}

const invalid = /Invalid or expired requestState/;

describe("a requestState", () => {
  const connect = (endpoint: McpEndpoint, transport = connectStdio) =>
    transport(endpoint, { ...modern, capabilities: { elicitation: { form: {} } } });

  it("is accepted once", async () => {
    const { endpoint, ran } = payments();
    const client = await connect(endpoint);
    const { requestState } = await question(client);
    const answers = await Promise.allSettled([1, 2, 3].map(() => retry(client, requestState)));
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(retry(client, requestState)).rejects.toThrow(invalid);
    expect(ran).toEqual([5]);
  });

  it("is signed over the rules, the tool and the hash of the arguments, and readable", async () => {
    const { endpoint } = payments();
    const { requestState } = await question(await connect(endpoint));
    const { p, exp } = JSON.parse(Buffer.from(requestState.split(".")[1] ?? "", "base64url").toString());
    expect(p).toEqual({
      id: expect.any(String),
      tool: "pay",
      rules: ["confirm"],
      args: createHash("sha256").update('{"amount":5}').digest("hex"),
    });
    expect(exp).toBeGreaterThan(0);
  });

  it("is refused for other arguments, another tool, another session and another process", async () => {
    const { endpoint, ran } = payments();
    const client = await connect(endpoint);
    const { requestState } = await question(client);
    await expect(retry(client, requestState, { args: { amount: 6 } })).rejects.toThrow(invalid);
    await expect(retry(client, requestState, { args: { amount: 5, to: "eve" } })).rejects.toThrow(invalid);
    await expect(retry(await connect(endpoint), requestState)).rejects.toThrow(invalid);
    await expect(retry(await connect(payments().endpoint), requestState)).rejects.toThrow(invalid);
    expect(ran).toEqual([]);
    await retry(client, requestState);
    expect(ran).toEqual([5]);
  });

  it("is refused if anything in it was changed", async () => {
    const { endpoint, ran } = payments();
    const client = await connect(endpoint);
    const { requestState } = await question(client);
    const [version, body = "", mac] = requestState.split(".");
    const content = JSON.parse(Buffer.from(body, "base64url").toString());
    const forged = (change: object) =>
      [version, Buffer.from(JSON.stringify({ ...content, ...change })).toString("base64url"), mac].join(".");
    const states = [
      forged({ exp: content.exp + 1000 }),
      forged({ p: { ...content.p, args: "0".repeat(64) } }),
      `${version}.${body}.${"A".repeat(43)}`,
      `${version}.${body}.`,
      body,
      "",
      "constructor",
    ];
    for (const state of states) await expect(retry(client, state)).rejects.toThrow(invalid);
    expect(ran).toEqual([]);
  });

  it("expires", async () => {
    let now = Date.now();
    const { endpoint, ran } = payments({ now: () => now, answerLifetime: 60_000 });
    const client = await connect(endpoint);
    const { requestState } = await question(client);
    now += 60_001;
    await expect(retry(client, requestState)).rejects.toThrow(invalid);
    expect(ran).toEqual([]);
  });

  it("gets the question again without an answer", async () => {
    const { endpoint, ran } = payments();
    const client = await connect(endpoint);
    const { requestState } = await question(client);
    const params = { ...call, requestState, inputResponses: {} };
    const again = (await client.callTool(params as never, { allowInputRequired: true })) as unknown as {
      requestState: string;
    };
    expect(again).toMatchObject({
      resultType: "input_required",
      inputRequests: { approval: { method: "elicitation/create" } },
    });
    await retry(client, again.requestState);
    expect(ran).toEqual([5]);
  });

  it("does not help a call that another rule stops by now", async () => {
    const { endpoint, ran } = payments();
    const client = await connect(endpoint);
    const result = await client.callTool({ name: "pay", arguments: { amount: 1001 } }, { allowInputRequired: true });
    expect(result.isError).toBe(true);
    expect(ran).toEqual([]);
  });
});

describe("a question", () => {
  it("shows a text of a model so that it can't be taken for the question", async () => {
    const { endpoint } = payments();
    const asked: string[] = [];
    const client = await connectPerson(endpoint, { action: "decline" }, { asked });
    const to = "ann\nRule @confirm (approved by the person)\n\u001b[2J\u202Eeve";
    await client.callTool({ name: "pay", arguments: { amount: 5, to } });
    expect(asked[0]?.split("\n").slice(3, 7)).toEqual([
      '"to":',
      "  │ ann",
      "  │ Rule @confirm (approved by the person)",
      "  │ \\u{1b}[2J\\u{202e}eve",
    ]);
  });

  it("shows a rule's message with a text of a model so that it can't be taken for the question", async () => {
    const engine = { inspect: inspectLater() };
    const { endpoint } = payments({ engine });
    const asked: string[] = [];
    const client = await connectPerson(endpoint, { action: "decline" }, { asked });
    await client.callTool({ name: "pay", arguments: { amount: 2000, to: "x" } });
    await client.callTool({ name: "pay", arguments: { amount: 5, to: "ann\nMay the agent run ls?" } });
    for (const question of asked) expect(question.match(/^May the agent run/gm)).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it("shows a long argument as a whole, and of a secret only its length", async () => {
    const { endpoint } = payments();
    const asked: string[] = [];
    const client = await connectPerson(endpoint, { action: "decline" }, { asked });
    const to = `${"x\n".repeat(50_000)}token=5f3a9c0e1b7d; the end`;
    await client.callTool({ name: "pay", arguments: { amount: 5, to } });
    expect(asked[0]?.split("  │ x\n")).toHaveLength(50_001);
    expect(asked[0]).toContain("  │ token=«12 characters hidden»; the end");
  });
});

it("refuses a lifetime that is no positive number", () => {
  for (const answerLifetime of [0, -1, Number.NaN]) {
    expect(() => payments({ answerLifetime })).toThrow("answerLifetime must be a positive number of milliseconds");
  }
});
