import { type AgentEvent, generateLoop, react, scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { formatEvent, traceLine } from "../src/trace.ts";

beforeEach(() => {
  vi.stubEnv("NO_COLOR", "1");
  vi.stubEnv("FORCE_COLOR", undefined);
});

const pay = tool({
  name: "pay",
  description: "Pay somebody.",
  parameters: {
    type: "object",
    properties: { to: { type: "string", description: "whom" }, amount: { type: "number", description: "how much" } },
  },
  execute: ({ to }) => `paid ${to}`,
});

function call(name: string, args: string) {
  return { tool_calls: [{ function: { name, arguments: args } }] };
}

function executorWith(rules: string): ActionExecutor {
  const engine = new Engine(parseProgram(rules), {
    predicates: [],
    inspect: () => ({ decision: "edit", args: { to: "mum", amount: 5 } }),
  });
  return new ActionExecutor([pay], { guards: [engine] });
}

async function traceOf(run: AsyncIterable<AgentEvent>): Promise<string> {
  let trace = "";
  for await (const event of run) trace += formatEvent(event);
  return trace;
}

describe("the trace", () => {
  it("has the call, its repairs, each decided action with its rules, the answer of the person and the result", async () => {
    const executor = executorWith("rule @big trigger pay check args.amount > 80 enforce user_inspection end");
    const model = scriptedModel([call("pay", "{to: 'bob', amount: 90}"), "Done."]);
    expect(await traceOf(generateLoop("Pay.", { model, executor }))).toBe(`
            model
             asks pay {to: 'bob', amount: 90}
         repaired unquoted_key, single_quotes, unquoted_key
           action pay {"to":"bob","amount":90}
             rule @big (line 1) is violated: its check is true
                  args.amount > 80 is true: args.amount is 90
           person edited
           action pay {"to":"mum","amount":5}
            rules 1 evaluated, none violated
           result pay ran, changed to {"to":"mum","amount":5}.
                  paid mum

            model Done.
`);
  });

  it("has the reason of a stop, and what the agent submits", async () => {
    const executor = executorWith('rule @no trigger pay check enforce stop("Not today.") end');
    const model = scriptedModel([call("pay", '{"to": "bob"}'), call("submit", '{"answer": "I did not pay."}')]);
    const trace = await traceOf(react("Pay.", { model, executor }));
    expect(trace).toContain("stopped pay was stopped: Not today.");
    expect(trace).toContain("submits I did not pay.");
  });

  it("has the verdict on the end of the agent, why it must go on, and the limit that ends it", async () => {
    const executor = executorWith("rule @again trigger agent_finish check enforce llm_self_reflect end");
    const trace = await traceOf(generateLoop("Hi", { model: scriptedModel(["Done."]), executor }));
    expect(trace).toContain("event agent_finish\n");
    expect(trace).toContain("rule @again (line 1) is violated");
    expect(trace).toContain("stop rule @again (line 1)");
    const limits = { steps: 1 };
    const limited = generateLoop("Hi", { model: scriptedModel([call("pay", "{}"), "Done."]), executor, limits });
    expect(await traceOf(limited)).toContain("end the limit of 1 steps is reached");
  });

  it("can't be used by a model to control the terminal", () => {
    expect(traceLine("model", "\u001b[2Jgone\r", "bold").trim()).toBe("model \\u{1b}[2Jgone\\u{d}");
  });
});
