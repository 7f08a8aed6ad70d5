import { parseProgram } from "@helve/agentspec";
import type { Step } from "@helve/core";
import { compareRules } from "@helve/rule-tests";
import { expect, it } from "vitest";

function step(name: string, args: Record<string, string>, result: string): Step {
  const observation = { parts: [{ type: "text", content: result } as const], isError: false };
  return { action: { id: name, name, args }, observation, ran: true, status: "success", endedAt: 1000 };
}

const sessions = [
  {
    prompt: "read it and write to eve",
    trajectory: [step("Web.Read", { url: "x" }, "text"), step("Gmail.SendEmail", { to: "eve" }, "sent")],
  },
  { prompt: "write to eve", trajectory: [step("Gmail.SendEmail", { to: "eve" }, "sent")] },
];

it("compares two programs on the steps of recorded sessions", async () => {
  const before = parseProgram("rule @all trigger Gmail.SendEmail check enforce user_inspection end");
  const after = parseProgram("rule @read trigger Gmail.SendEmail check once(Web.Read) enforce stop end");
  const { differences, summary } = await compareRules(before, after, sessions, { predicates: [] });
  expect(summary).toBe("3 decisions replayed: 1 now stopped, 1 now allowed, 1 as before");
  expect(differences.map(({ session, step, kind, rules }) => ({ session, step, kind, rules }))).toEqual([
    { session: 0, step: 1, kind: "now stopped", rules: ["read", "all"] },
    { session: 1, step: 0, kind: "now allowed", rules: ["all"] },
  ]);
});

it("finds no difference between a program and itself", async () => {
  const program = parseProgram(
    'rule @from trigger Gmail.SendEmail check args.to from "Web".any enforce llm_self_reflect end',
  );
  expect((await compareRules(program, program, sessions, { predicates: [] })).differences).toEqual([]);
});
