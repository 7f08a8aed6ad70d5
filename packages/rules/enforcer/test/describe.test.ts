import { parseProgram } from "@helve/agentspec";
import { describeFinding, describeRule } from "@helve/enforcer";
import { describe, expect, it } from "vitest";

describe("describeRule", () => {
  it.each([
    ["trigger A.b check enforce stop", "before A.b, stop"],
    ["trigger A.b | any.c check p !q enforce stop", "before A.b or c, if p and !q, stop"],
    ["trigger A.b check (p | q) & !(p & q) enforce stop", "before A.b, if (p or q) and !(p and q), stop"],
    ["trigger A.b check !(args.n > 1) enforce skip", "before A.b, if !(args.n > 1), skip"],
    [
      "trigger A.b let x = args.n let y = {'k': [x, null]} check x == y.k[0] enforce none",
      'before A.b, if x == y.k[0], none (where x is args.n, y is {"k": [x, null]})',
    ],
    [`trigger after_action A.b check enforce warn('mind \${args.n}')`, `after A.b, warn("mind \${args.n}")`],
    ["trigger state_change check enforce log", "when the state has changed, log"],
    ["trigger state_change A.b check enforce log", "when the state has changed after A.b, log"],
    ["trigger agent_finish check enforce llm_self_reflect", "before the agent finishes, llm_self_reflect"],
    [
      'trigger A.b check enforce user_inspection("Sure?", mend) invoke_action(C.d, {"k": args["a b"][0]}) speed(1, 2)',
      'before A.b, user_inspection("Sure?", mend), then invoke_action(C.d, {"k": args["a b"][0]}), then speed(1, 2)',
    ],
  ])("%s", (rule, words) => {
    const [read] = parseProgram(`rule @r ${rule} end`).rules;
    expect(read && describeRule(read)).toBe(`rule @r: ${words}`);
  });
});

describe("describeFinding", () => {
  it("contains the rule, its line, and each predicate with its reason", () => {
    const predicate = { predicate: "p", value: true, reason: "rm deletes x" } as const;
    const evidence = [{ path: "/command", start: 0, end: 2, text: "rm" }];
    const record = {
      rule: "r",
      line: 3,
      check: true,
      violated: true,
      predicates: [{ ...predicate, evidence }],
    } as const;
    expect(describeFinding(record)).toBe('rule @r (line 3): p is true: rm deletes x ("rm")');
    expect(describeFinding({ ...record, predicates: [] })).toBe("rule @r (line 3)");
  });

  it("omits irrelevant predicates, evidence that is part of other evidence, and equal reasons", () => {
    const evidence = ["rm a", "rm a b", "rm a b c"].map((text) => ({ path: "/c", start: 0, end: text.length, text }));
    const answer = { value: true, reason: "rm deletes a", evidence } as const;
    const predicates = [
      { predicate: "p", value: false, reason: "no", evidence: [], irrelevant: true },
      { predicate: "q", ...answer },
      { predicate: "r", ...answer },
    ] as const;
    expect(describeFinding({ rule: "r", line: 1, check: true, violated: true, predicates })).toBe(
      'rule @r (line 1): q and r are true: rm deletes a ("rm a b c")',
    );
  });

  it("writes no character that could be taken for another line", () => {
    const text = "rm 'a\nrule @x (line 1): all good' \u001b[2K\u202e";
    const predicates = [
      { predicate: "p", value: true, reason: text, evidence: [{ path: "/c", start: 0, end: 9, text }] },
    ] as const;
    const described = describeFinding({ rule: "r", line: 1, check: true, violated: true, predicates });
    expect(described).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(described).toContain("\\u{1b}[2K");
  });

  it("shortens long evidence and long lists of evidence", () => {
    const evidence = Array.from({ length: 400 }, (_, index) => ({
      path: "/code",
      start: index * 5000,
      end: (index + 1) * 5000,
      text: String(index).padEnd(5000, "x"),
    }));
    const predicates = [{ predicate: "p", value: true, reason: "it runs", evidence }] as const;
    const text = describeFinding({ rule: "r", line: 3, check: true, violated: true, predicates });
    expect(text).toContain("x…");
    expect(text).toMatch(/ and 380 more\)$/);
    expect(text.length).toBeLessThan(25_000);
  });
});
