import { opaPolicy, shadow, wrapMcpTools } from "@ai-sdk/policy-opa";
import { helvePolicy } from "@helve/ai-sdk";
import { scriptedModel } from "@helve/ai-sdk/testing";
import { generateText, isStepCount, type ToolSet, tool } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askAbove50, bank, engine, pay } from "./bank.ts";

const stopWhen = isStepCount(10);
const rules = `
  ${askAbove50}
  rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end
`;

/** The package has types of an older version of the SDK. */
type Approval = NonNullable<Parameters<typeof generateText>[0]["toolApproval"]>;

function payTool() {
  const paid: number[] = [];
  const execute = ({ amount }: { amount: number }) => void paid.push(amount);
  const tools: ToolSet = { pay: tool({ inputSchema: z.object({ amount: z.number() }), execute }) };
  return { tools, paid };
}

describe("helvePolicy", () => {
  it("decides for opaPolicy, and looks back at the messages", async () => {
    const { tools, paid } = payTool();
    const toolApproval = opaPolicy({
      client: helvePolicy({ guards: [engine(rules)] }),
      path: "helve",
    }) as unknown as Approval;
    const model = scriptedModel([[pay("a", 5)], [pay("b", 6)], "done"]);
    const { steps } = await generateText({ model, prompt: "Pay.", tools, toolApproval, stopWhen });
    expect(paid).toEqual([5]);
    expect(JSON.stringify(steps[1]?.content)).toContain("one payment only");
  });

  it("asks with the question, through wrapMcpTools and shadow", async () => {
    const { tools, paid } = payTool();
    const client = helvePolicy({ guards: [engine(rules)] });
    const wrapped = wrapMcpTools(tools as never, opaPolicy({ client, path: "helve" }));
    const toolApproval = wrapped.toolApproval as unknown as Approval;
    const model = scriptedModel([[pay("a", 80)], "done"]);
    const { content } = await generateText({ model, prompt: "Pay.", tools, toolApproval, stopWhen });
    expect(content.find((part) => part.type === "tool-approval-request")).toMatchObject({
      reason: expect.stringContaining("May pay run"),
    });
    const decisions: string[] = [];
    const shadowed = shadow(opaPolicy({ client, path: "helve" }) as never, {
      onDecision: ({ decision }) => void decisions.push(decision.type),
    });
    await generateText({ model, prompt: "Pay.", tools, toolApproval: shadowed as unknown as Approval, stopWhen });
    expect([decisions, paid]).toEqual([["user-approval"], [80]]);
  });

  it("denies another input, and what a rule would change", async () => {
    const before = async (action: object) => ({
      kind: "allow",
      action: { ...action, args: { amount: 1 } },
      decision: { passes: [] },
    });
    const client = helvePolicy({ guards: [{ before } as never] });
    const input = { tool: { name: "pay" }, args: { amount: 5 }, messages: [] };
    expect(await client.evaluate("helve", input)).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("can't change"),
    });
    await expect(client.evaluate("helve", { messages: [] })).rejects.toThrow("helvePolicy reads");
  });

  it("checks arguments by the schemas of an executor", async () => {
    const { executor } = bank(askAbove50).helve.calls;
    const client = helvePolicy({ executor });
    const evaluate = (args: unknown) => client.evaluate("helve", { tool: { name: "pay" }, args, messages: [] });
    expect(await evaluate({ amount: 5 })).toEqual({ decision: "allow" });
    expect(await evaluate({ amount: "all" })).toMatchObject({ decision: "deny" });
  });

  it("needs one of its sources", () => {
    expect(() => helvePolicy({})).toThrow('needs either "guards" or "executor"');
    expect(() => helvePolicy({ guard: [] } as object)).toThrow('did you mean "guards"?');
  });
});
