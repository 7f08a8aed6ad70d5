import type { SessionConfigBase, Tool } from "@github/copilot-sdk";
import { parseProgram } from "@helve/agentspec";
import { helveConfig, toCopilotTools } from "@helve/copilot-sdk";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const base = { sessionId: "s", timestamp: new Date(0), workingDirectory: "/p" };
const invocation = { sessionId: "s" };
const askAbove50 = "rule @ask trigger pay check args.amount > 50 enforce user_inspection end";

function engine(rules: string): Engine {
  const lateAnswers = { key: "0123456789abcdef0123456789abcdef" };
  return new Engine(parseProgram(rules), { predicates: [], inspect: inspectLater(), lateAnswers });
}

/** Calls the hook before a tool, as the SDK does. */
function before(config: SessionConfigBase, toolArgs: unknown) {
  return config.hooks?.onPreToolUse?.({ ...base, toolName: "pay", toolArgs }, invocation);
}

function after(config: SessionConfigBase, toolArgs: unknown, text = "paid") {
  const toolResult = { textResultForLlm: text, resultType: "success" as const };
  return config.hooks?.onPostToolUse?.({ ...base, toolName: "pay", toolArgs, toolResult }, invocation);
}

describe("helveConfig", () => {
  it("denies by default: without an answer, in time, and if onAsk or a guard throws, which the SDK would ignore", async () => {
    const guards = [engine(askAbove50)];
    const throwing = (): never => {
      throw new Error("no terminal");
    };
    for (const options of [
      { guards },
      { guards, onAsk: () => undefined },
      { guards, onAsk: throwing },
      { guards, onAsk: () => new Promise<never>(() => undefined), timeout: 0.01 },
      { guards: [{ before: throwing }] },
    ]) {
      expect(await before(helveConfig({}, options), { amount: 80 })).toMatchObject({ permissionDecision: "deny" });
    }
    const throwingHook = helveConfig({ hooks: { onPreToolUse: throwing } }, { guards: [] });
    expect(await before(throwingHook, { amount: 1 })).toMatchObject({ permissionDecision: "deny" });
  });

  it("leaves an allowed call to the permissions of the session, and allows what a person has approved", async () => {
    const config = helveConfig({}, { guards: [engine(askAbove50)], onAsk: () => ({ decision: "approve" }) });
    expect(await before(config, { amount: 5 })).toEqual({});
    expect(await before(config, { amount: 80 })).toEqual({ permissionDecision: "allow" });
  });

  it("decides about the arguments that a hook of the configuration has changed", async () => {
    const onPreToolUse = async () => ({ modifiedArgs: { amount: 80 }, permissionDecision: "allow" as const });
    const config = helveConfig({ hooks: { onPreToolUse } }, { guards: [engine(askAbove50)] });
    expect(await before(config, { amount: 1 })).toMatchObject({ permissionDecision: "deny" });
  });

  it("withholds a result, also from the hook of the configuration", async () => {
    const seen: string[] = [];
    const hooks: SessionConfigBase["hooks"] = {
      onPostToolUse: async ({ toolResult }) => {
        seen.push(toolResult.textResultForLlm);
        return { modifiedResult: toolResult };
      },
    };
    const rules = `rule @secret trigger after_action pay check True enforce stop("that is secret") end`;
    const config = helveConfig({ hooks }, { guards: [engine(rules)] });
    await before(config, {});
    const output = await after(config, {}, "PIN 1234");
    expect(output).toMatchObject({ modifiedResult: { resultType: "denied" } });
    expect(JSON.stringify([output, seen])).not.toContain("1234");
  });

  it("runs a custom tool only for a call that was allowed, and once", async () => {
    const ran: unknown[] = [];
    const pay: Tool = { name: "pay", handler: (args) => void ran.push(args) };
    const config: SessionConfigBase = helveConfig({ tools: [pay] }, { guards: [] });
    const handler = config.tools?.[0]?.handler;
    const call = (toolCallId: string, args: unknown) =>
      handler?.(args, { ...invocation, toolCallId, toolName: "pay", arguments: args });
    expect(await call("a", { amount: 1 })).toMatchObject({ resultType: "denied" });
    await before(config, { amount: 1 });
    await Promise.all([call("b", { amount: 1 }), call("b", { amount: 1 })]);
    expect(await call("c", { amount: 2 })).toMatchObject({ resultType: "denied" });
    await after(config, { amount: 1 });
    await call("b", { amount: 1 });
    expect(ran).toEqual([{ amount: 1 }]);
  });

  it("says what is wrong with options", () => {
    expect(() => helveConfig({}, { guards: [], onask: null } as never)).toThrow('did you mean "onAsk"');
    expect(() => helveConfig({}, { guards: [], timeout: 0 })).toThrow("positive number of seconds");
  });
});

describe("toCopilotTools", () => {
  it("decodes arguments, and returns texts, images and errors", async () => {
    const chart = tool({
      name: "chart",
      description: "A chart.",
      parameters: z.object({ n: z.number().describe("how many") }),
      execute: () => [{ type: "image" as const, content: "data:image/png;name=a;base64,AAAA" }],
    });
    const [copilot] = toCopilotTools(new ActionExecutor([chart]));
    const call = (args: unknown, toolCallId: string) =>
      copilot?.handler?.(args, { ...invocation, toolCallId, toolName: "chart", arguments: args });
    expect(await call({ n: "3" }, "a")).toMatchObject({
      resultType: "success",
      binaryResultsForLlm: [{ type: "image", mimeType: "image/png", data: "AAAA" }],
    });
    expect(await call({ n: "x" }, "b")).toMatchObject({ resultType: "failure" });
  });
});
