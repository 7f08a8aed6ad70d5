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

/** What happens in a task whose tool counts, and whose rules say these things of its world and its end. */
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
  it("asks what the rules say of a change of the world, and of the end", async () => {
    expect(await eventsOf([call("1"), done], {})).toEqual(["called", "returned", "judged", "said", "judged"]);
  });

  it("ends where the rules end the agent", async () => {
    const stateChanged = async (): Promise<StateVerdict> => ({ kind: "end", reason: "enough", decision: looked });
    expect(await eventsOf([call("1"), call("2"), done], { stateChanged })).toEqual(["called", "returned", "judged"]);
  });

  it("goes on where the rules stop it from nothing but what has been", async () => {
    const stateChanged = async (): Promise<StateVerdict> => ({ kind: "stop", reason: "skipped", decision: looked });
    expect(await eventsOf([call("1"), done], { stateChanged })).toEqual([
      ...["called", "returned", "judged"],
      ...["said", "judged"],
    ]);
  });

  it("goes on where the agent may not be done yet", async () => {
    const finishing = async (): Promise<StateVerdict> => ({ kind: "stop", reason: "not yet", decision: looked });
    expect(await eventsOf([done, done], { finishing })).toEqual(["said", "judged", "said", "judged"]);
  });
});
