import { parseProgram } from "@helve/agentspec";
import { Engine, type EngineOptions, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { Agent, Runner, RunState, setTracingDisabled, toolNamespace } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel, type ScriptedModelInput } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rawArguments, toAgentTools } from "../src/index.ts";

setTracingDisabled(true);
const runner = new Runner({ tracingDisabled: true });
const rules = "rule @large trigger pay check args.amount > 50 enforce user_inspection end";

function engine(text = rules, options: Partial<EngineOptions> = {}): Engine {
  const lateAnswers = { key: "0123456789abcdef0123456789abcdef" };
  return new Engine(parseProgram(text), { predicates: [], inspect: inspectLater(), lateAnswers, ...options });
}

function bank(text?: string) {
  const ran: number[] = [];
  const pay = tool({
    name: "pay",
    description: "Pay.",
    parameters: z.object({ amount: z.number().describe("in euros") }),
    parallel: true,
    execute: ({ amount }) => {
      ran.push(amount);
      return `paid ${amount}`;
    },
  });
  return { ran, executor: new ActionExecutor([pay], { guards: [engine(text)] }) };
}

const pay = (callId: string, amount: number) => [functionCall("pay", { amount }, { callId })];
const done = [assistantMessage("done")];

function agentWith(tools: Agent["tools"], ...script: ScriptedModelInput[]) {
  const model = new ScriptedModel(script);
  return { model, agent: new Agent({ name: "Bank", tools, model: rawArguments(model) }) };
}

describe("toAgentTools", () => {
  it("refuses misspelled options and other executors", () => {
    expect(() => toAgentTools(bank().executor, { promt: "x" } as never)).toThrow('"prompt"');
    expect(() => toAgentTools([] as never)).toThrow("must be an ActionExecutor");
  });

  it("names tools of toolkits as the provider allows, with their full schemas", async () => {
    const execute = tool({
      name: "Execute",
      description: "Run.",
      parameters: { type: "object", properties: { mode: { anyOf: [{ type: "string" }, { type: "number" }] } } },
      describe: "optional",
      execute: () => "ran",
    });
    const group = { ...execute, name: "Terminal.Execute" };
    const helve = toAgentTools(new ActionExecutor([group]));
    expect(helve.tools[0]).toMatchObject({ name: "Terminal-Execute", strict: false });
    expect(JSON.stringify(helve.tools[0]?.parameters)).toContain("anyOf");
    const { agent } = agentWith(helve.tools, [functionCall("Terminal-Execute", {}, { callId: "a" })], done);
    const result = await runner.run(agent, "go");
    expect(JSON.stringify(result.newItems[1])).toContain("ran");
  });

  it("passes images on as images", async () => {
    const photo = tool({
      name: "photo",
      description: "Take a photo.",
      parameters: { type: "object" },
      execute: () => [{ type: "image" as const, content: "data:image/png;base64,AAAA", mediaType: "image/png" }],
    });
    const { agent, model } = agentWith(
      toAgentTools(new ActionExecutor([photo])).tools,
      [functionCall("photo", {}, { callId: "a" })],
      done,
    );
    await runner.run(agent, "go");
    expect(JSON.stringify(model.lastCall?.request.input)).toMatch(/"type":"(input_)?image".*base64,AAAA/);
  });

  it("shows the model its own malformed text, and not the form in which it is kept", async () => {
    const { executor, ran } = bank();
    const call = [functionCall("pay", "{amount: 5,}", { callId: "a" })];
    const { agent, model } = agentWith(toAgentTools(executor).tools, call, done);
    const result = await runner.run(agent, "go");
    expect(ran).toEqual([5]);
    expect(JSON.stringify(model.lastCall?.request.input)).toContain('"arguments":"{amount: 5,}"');
    expect(result.state.toString()).toContain("unparsed_arguments");
  });

  it("decides about the arguments in a text that the model nests itself", async () => {
    const { executor, ran } = bank();
    const nested = functionCall("pay", { unparsed_arguments: '{"amount": 80}' }, { callId: "a" });
    const { agent } = agentWith(toAgentTools(executor).tools, [nested], done);
    expect((await runner.run(agent, "go")).interruptions).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  it("runs nothing for malformed arguments without rawArguments", async () => {
    const { executor, ran } = bank();
    const model = new ScriptedModel([[functionCall("pay", "{amount: 5,}", { callId: "a" })], done]);
    const agent = new Agent({ name: "Bank", tools: toAgentTools(executor).tools, model });
    const { state, interruptions } = await runner.run(agent, "go");
    for (const item of interruptions) state.approve(item);
    expect((await runner.run(agent, state)).finalOutput).toBe("done");
    expect(ran).toEqual([]);
  });

  it("does not take alwaysApprove for an answer to later questions, nor a repeated id for one", async () => {
    const { executor, ran } = bank();
    const helve = toAgentTools(executor);
    const { agent } = agentWith(helve.tools, pay("a", 80), pay("b", 90), pay("b", 90), done);
    const first = await runner.run(agent, "go");
    first.state.approve(first.interruptions[0] as never, { alwaysApprove: true });
    await runner.run(agent, first.state).catch(() => undefined);
    expect(ran).toEqual([80]);
    const call = { toolCall: { type: "function_call", name: "pay", callId: "b", arguments: '{"amount":90}' } } as const;
    await helve.tools[0]?.invoke(first.state._context, '{"amount":90}', call as never);
    expect(ran).toEqual([80]);
  });

  it("does not run a call that was changed in the serialized state", async () => {
    const { executor, ran } = bank();
    const approvals = new Map<string, string>();
    const { agent } = agentWith(toAgentTools(executor, { approvals }).tools, pay("a", 80), done);
    const first = await runner.run(agent, "go");
    const changed = first.state.toString().replaceAll('\\"amount\\":80', '\\"amount\\":8000');
    expect(changed).not.toBe(first.state.toString());
    const other = agentWith(toAgentTools(executor, { approvals }).tools, done);
    const state = await RunState.fromString(other.agent, changed);
    for (const item of state.getInterruptions()) state.approve(item);
    await runner.run(other.agent, state).catch(() => undefined);
    expect(ran).toEqual([]);
  });

  it("keeps an edit for its own call only", async () => {
    const { executor, ran } = bank();
    const helve = toAgentTools(executor);
    const { agent } = agentWith(helve.tools, pay("a", 80), done);
    const { state, interruptions } = await runner.run(agent, "go");
    await helve.answer(state, interruptions[0] as never, { decision: "edit", args: { amount: 20 } });
    await runner.run(agent, state);
    expect(ran).toEqual([20]);
    await expect(helve.answer(state, interruptions[0] as never, { decision: "approve" })).rejects.toThrow("open");
  });

  it("asks again for an edit that needs a person itself, and runs nothing", async () => {
    const { executor, ran } = bank(`${rules} rule @max trigger pay check args.amount > 100 enforce stop("max") end`);
    const helve = toAgentTools(executor);
    const { agent } = agentWith(helve.tools, pay("a", 80), done);
    const { state, interruptions } = await runner.run(agent, "go");
    expect((await helve.question(interruptions[0] as never))?.action.args).toEqual({ amount: 80 });
    await helve.answer(state, interruptions[0] as never, { decision: "edit", args: { amount: 500 } });
    await runner.run(agent, state);
    expect(ran).toEqual([]);
  });

  it.each(["approve", "edit"] as const)("runs a call of a tool of toolNamespace after %s", async (decision) => {
    const { executor, ran } = bank();
    const helve = toAgentTools(executor);
    const tools = toolNamespace({ name: "bank", description: "The bank.", tools: helve.tools });
    const call = { ...functionCall("pay", { amount: 80 }, { callId: "a" }), namespace: "bank" };
    const { agent } = agentWith(tools, [call], done);
    const { state, interruptions } = await runner.run(agent, "go");
    for (const item of interruptions) {
      if (decision === "approve") state.approve(item);
      else await helve.answer(state, item, { decision, args: { amount: 60 } });
    }
    await runner.run(agent, state);
    expect(ran).toEqual([decision === "approve" ? 80 : 60]);
  });

  it("fails the run, and runs nothing, if the store of questions fails", async () => {
    const { executor, ran } = bank();
    const failing = () => Promise.reject(new Error("the store is down"));
    const helve = toAgentTools(executor, { approvals: { get: failing, set: failing, delete: failing } });
    const { agent } = agentWith(helve.tools, pay("a", 80), done);
    await expect(runner.run(agent, "go")).rejects.toThrow("the store of approvals failed to read");
    expect(ran).toEqual([]);
  });

  it("ends the run with endByRule", async () => {
    const executor = new ActionExecutor(bank().executor.tools, {
      guards: [engine("rule @end trigger pay check true enforce stop end", { stopEnds: "agent" })],
    });
    const helve = toAgentTools(executor);
    const model = new ScriptedModel([pay("a", 1), done]);
    const agent = new Agent({ name: "Bank", tools: helve.tools, model, toolUseBehavior: helve.endByRule });
    expect((await runner.run(agent, "go")).finalOutput).toContain("pay was stopped");
    expect(model.remainingSteps).toBe(1);
  });

  it("keeps the histories of two runs apart", async () => {
    const { executor, ran } = bank("rule @once trigger pay check count(pay) >= 1 enforce stop end");
    const runs = ["a", "b"].map((id, index) => {
      const { agent } = agentWith(toAgentTools(executor).tools, pay(id, index), pay(`${id}2`, 9), done);
      return runner.run(agent, "go");
    });
    await Promise.all(runs);
    expect(ran.sort()).toEqual([0, 1]);
  });

  it("guards the calls after a handoff in the same history", async () => {
    const { executor, ran } = bank("rule @once trigger pay check count(pay) >= 1 enforce stop end");
    const helve = toAgentTools(executor);
    const second = new Agent({ name: "Second", tools: helve.tools, model: new ScriptedModel([pay("b", 2), done]) });
    const model = new ScriptedModel([pay("a", 1), [functionCall("transfer_to_Second", {}, { callId: "h" })]]);
    const agent = new Agent({ name: "First", tools: helve.tools, handoffs: [second], model });
    expect((await runner.run(agent, "go")).finalOutput).toBe("done");
    expect(ran).toEqual([1]);
  });

  it("continues a sub-agent's call that a person approved in another process", async () => {
    const { executor, ran } = bank();
    const approvals = new Map<string, string>();
    const create = (...script: ScriptedModelInput[][]) => {
      const { tools } = toAgentTools(executor, { approvals });
      const inner = new Agent({ name: "Helper", tools, model: new ScriptedModel(script[1] ?? []) });
      const helper = inner.asTool({ toolName: "helper", toolDescription: "helps" });
      return new Agent({ name: "Boss", tools: [helper], model: new ScriptedModel(script[0] ?? []) });
    };
    const call = functionCall("helper", { input: "pay" }, { callId: "sub" });
    const first = await runner.run(create([[call]], [pay("a", 80)]), "go");
    expect(first.interruptions).toHaveLength(1);
    const agent = create([done], [done]);
    const state = await RunState.fromString(agent, first.state.toString());
    for (const item of state.getInterruptions()) state.approve(item);
    expect((await runner.run(agent, state)).finalOutput).toBe("done");
    expect(ran).toEqual([80]);
  });
});
