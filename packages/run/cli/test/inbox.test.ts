import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { agent, paid } from "./fixtures/inbox.ts";
import { folderWith, helve } from "./helve.ts";

const module = fileURLToPath(new URL("fixtures/inbox.ts", import.meta.url));

describe("helve inbox", () => {
  it("lists the questions that wait, and shows one with the evidence and what each answer does", async () => {
    const list = await helve(["inbox", "list", module], folderWith());
    expect(list.out).toContain("approved~1/call_1  payments  May the agent run pay? to: our bob, amount: 900\n");
    expect(list.out).toContain("rejected~1/call_1  payments  May the agent run pay? to: bob\\u{202e}, amount: 700\n");
    expect(list.out).toContain("asked~1/call_1  payments  The agent asks By train or by plane?\n");
    const { code, out } = await helve(["inbox", "show", module, "approved~1/call_1"], folderWith());
    expect(code).toBe(0);
    expect(out).toContain("to:\n  our bob\n      ^^^ (1)\n");
    expect(out).toContain('@bob\n  args.to contains "bob" is true: args.to is "our bob" (1)\n');
    expect(out).toContain("Reject: pay does not run. The model reads that, with your reason, and continues.\n");
  });

  it("approves a call when a person confirms it who has read it", async () => {
    const approve = ["inbox", "approve", module, "approved~1/call_1", "--as", "ann"];
    expect(await helve(approve, folderWith())).toMatchObject({ code: 2, err: expect.stringContaining("terminal") });
    expect(await helve(approve, folderWith(), "", { confirms: false })).toMatchObject({
      code: 1,
      out: "not answered\n",
    });
    const { code, out, terminal } = await helve(approve, folderWith(), "", { confirms: true });
    expect([code, out]).toEqual([0, "answered: the run continues\n"]);
    expect(terminal).toContain("to:\n  our bob\n");
    await agent.outcome("approved");
    expect(paid).toContain("our bob 900");
    expect((await helve(approve, folderWith(), "", { confirms: true })).err).toContain(
      "answered by somebody else before",
    );
  });

  it("edits, rejects and answers", async () => {
    const edit = ["inbox", "edit", module, "edited~1/call_1", '{"amount": 5}'];
    const { terminal } = await helve(edit, folderWith(), "", { confirms: true });
    expect(terminal).toContain("With these arguments instead:\n  amount: 5\nRun it?");
    await helve(["inbox", "reject", module, "rejected~1/call_1", "--reason", "too much"], folderWith());
    await helve(["inbox", "answer", module, "asked~1/call_1", "by train"], folderWith(), "", { confirms: true });
    const outcomes = await Promise.all(["edited", "rejected", "asked"].map((id) => agent.outcome(id)));
    expect(outcomes.map(({ status }) => status)).toEqual(["finished", "finished", "finished"]);
    expect(paid).toContain("bob 5");
    expect(JSON.stringify(outcomes[1]?.messages)).toContain("too much");
    expect(JSON.stringify(outcomes[2]?.messages)).toContain("by train");
  });

  it("refuses what is no inbox, no address or no object", async () => {
    const call = async (...args: string[]) =>
      (await helve(["inbox", ...args], folderWith(), "", { confirms: true })).err;
    expect(await call("list", `${module}#paid`)).toContain("the export must be an inbox, from createInbox");
    expect(await call("show", module, "approved")).toContain("is no address of a question: RUN~PART/ID");
    expect(await call("edit", module, "edited~1/call_1", "5")).toContain("ARGS must be an object");
  });
});
