import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const rules = `
rule @limit
trigger transfer
check sum(step.args.amount of transfer within 1d) + args.amount > 1000
enforce stop("The daily limit is 1000.")
end`;

function executor(): ActionExecutor {
  const transfer = tool({
    name: "transfer",
    description: "Transfer money.",
    parameters: z.object({ amount: z.number().describe("how much") }),
    execute: ({ amount }) => `transferred ${amount}`,
  });
  return new ActionExecutor([transfer], { guards: [new Engine(parseProgram(rules), { predicates: [] })] });
}

const call = (amount: number) => ({ id: `of ${amount}`, name: "transfer", arguments: { amount } });

describe("a rule about earlier steps", () => {
  it("limits the calls of a session, also those of one batch", async () => {
    const session = executor().session();
    const returns = await session.executeAll([call(600), call(300), call(200)]);
    expect(returns.map(({ status }) => status)).toEqual(["success", "success", "stopped"]);
    expect(returns[2]?.errmsg).toContain("The daily limit is 1000.");
  });

  it("limits them in another process, which does not have the steps", async () => {
    const session = executor().session();
    await session.execute(call(600));
    const kept = JSON.parse(JSON.stringify(session.snapshot()));
    const other = executor().session({ earlier: kept });
    expect((await other.execute(call(500))).status).toBe("stopped");
    expect((await other.execute(call(400))).status).toBe("success");
    expect((await other.execute(call(1))).status).toBe("stopped");
  });
});
