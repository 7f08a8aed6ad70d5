import { parseProgram } from "@helve/agentspec";
import type { GuardContext } from "@helve/core";
import { Engine, explainVerdict } from "@helve/enforcer";
import { describe, expect, it } from "vitest";

const context: GuardContext = {
  trajectory: [],
  prompt: "",
  signal: new AbortController().signal,
  decode: () => Promise.reject(new Error("nothing is decoded here")),
};

const program = parseProgram(`
on unknown user_inspection
rule @a
trigger any
check reads
enforce user_inspection
end
rule @b
trigger any
check writes | deletes
enforce user_inspection
end
rule @c
trigger any
check sends
enforce user_inspection
end
`);

/** An engine whose predicates give these answers. */
function engineWith(
  answers: Readonly<Record<string, { readonly value: boolean | "unknown"; readonly reason: string }>>,
) {
  return new Engine(program, {
    predicates: ["reads", "writes", "deletes", "sends"].map((name) => ({
      name,
      description: name,
      parameters: [],
      evaluate: () => ({ ...(answers[name] ?? { value: false, reason: "no" }), evidence: [] }),
    })),
    inspect: () => ({ decision: "reject" }),
  });
}

const unreadable = { value: "unknown", reason: "ruby runs code that is not analyzed" } as const;
const action = { id: "1", name: "Terminal.Execute", args: { command: "ruby -e 'x'" } };

describe("rules whose checks are unknown for one reason", () => {
  it("are described once to the model and to a person", async () => {
    const engine = engineWith({ reads: unreadable, writes: unreadable, deletes: unreadable, sends: unreadable });
    const verdict = await engine.before(action, context);
    const reason = verdict.kind === "stop" ? verdict.reason : "";
    expect(reason).toBe(
      "it was rejected; the checks of 3 rules (@a, @b, @c) are unknown: ruby runs code that is not analyzed",
    );
    const text = explainVerdict(verdict);
    expect(text).toContain("3 rules count as violated, since their checks are unknown: @a, @b, @c.");
    // Once in the reason for the model, and once for all rules.
    expect(text.split("ruby runs code").length - 1).toBe(2);
    expect(explainVerdict(verdict, { locale: "zh" })).toContain("视为违反 3 条规则（@a、@b、@c）");
  });

  it("come after rules whose reasons are known", async () => {
    const engine = engineWith({
      reads: unreadable,
      writes: { value: true, reason: "rm deletes a.txt" },
      deletes: { value: false, reason: "no" },
      sends: unreadable,
    });
    const verdict = await engine.before(action, context);
    const reason = verdict.kind === "stop" ? verdict.reason : "";
    expect(reason.indexOf("rm deletes a.txt")).toBeLessThan(reason.indexOf("ruby runs code"));
  });

  it("are apart from rules that are true, or unknown for another reason", async () => {
    const engine = engineWith({
      reads: unreadable,
      writes: { value: true, reason: "tee writes a.txt" },
      deletes: unreadable,
      sends: { value: "unknown", reason: "the host is unknown" },
    });
    const verdict = await engine.before(action, context);
    const text = explainVerdict(verdict);
    expect(text).toContain("Rule @a (line 3) counts as violated, since its check is unknown.");
    expect(text).toContain("Rule @b (line 8) is violated: its check is true.");
    expect(text).toContain("the host is unknown");
  });
});
