import type { Decision, StateVerdict } from "@helve/core";
import { type AgentEvent, type AgentTask, type ModelTurn, runAgent } from "@helve/demo-agent";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

const looked: Decision = {
  passes: [
    {
      action: { id: "", name: "agent_finish", args: {} },
      rules: [{ rule: "r", line: 1, check: true, violated: true, predicates: [] }],
      enforcements: [],
    },
  ],
};
const allow: StateVerdict = { kind: "allow", decision: looked };
const call = (id: string): ModelTurn => ({ content: "", calls: [{ id, name: "Count", arguments: "{}" }] });
const done: ModelTurn = { content: "done", calls: [] };

/** Runs an agent whose tool increments a counter, and returns the types of its events. */
async function eventsOf(
  turns: readonly ModelTurn[],
  rules: Partial<AgentTask["guard"]>,
): Promise<readonly AgentEvent["type"][]> {
  let count = 0;
  const counting = tool({
    name: "Count",
    description: "Count.",
    parameters: { type: "object", properties: {} },
    execute: () => ++count,
  });
  const guard = { stateChanged: async () => allow, finishing: async () => allow, ...rules };
  const executor = new ActionExecutor([counting]);
  const { signal } = new AbortController();
  const types: AgentEvent["type"][] = [];
  for await (const { type } of runAgent(turns, { prompt: "", signal, executor, guard, state: () => ({ count }) })) {
    types.push(type);
  }
  return types;
}

describe("runAgent", () => {
  it("evaluates the rules after a state change and when the model calls no tool", async () => {
    expect(await eventsOf([call("1"), done], {})).toEqual(["call", "return", "verdict", "message", "verdict"]);
  });

  it("ends after a verdict that ends the agent", async () => {
    const stateChanged = async (): Promise<StateVerdict> => ({ kind: "end", reason: "enough", decision: looked });
    expect(await eventsOf([call("1"), call("2"), done], { stateChanged })).toEqual(["call", "return", "verdict"]);
  });

  it("continues after a stop on a state change", async () => {
    const stateChanged = async (): Promise<StateVerdict> => ({ kind: "stop", reason: "skipped", decision: looked });
    expect(await eventsOf([call("1"), done], { stateChanged })).toEqual([
      ...["call", "return", "verdict"],
      ...["message", "verdict"],
    ]);
  });

  it("continues if the rules do not let the agent finish", async () => {
    const finishing = async (): Promise<StateVerdict> => ({ kind: "stop", reason: "not yet", decision: looked });
    expect(await eventsOf([done, done], { finishing })).toEqual(["message", "verdict", "message", "verdict"]);
  });
});
