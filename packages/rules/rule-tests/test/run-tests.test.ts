import { parseProgram } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { formatCoverage, formatReport, runTests } from "@helve/rule-tests";
import { describe, expect, it } from "vitest";

const isPrivate: Predicate = {
  name: "is_private",
  description: "whether a text is private",
  evaluate: ([text]) => (typeof text?.value === "string" ? text.value.includes("private") : "unknown"),
};
const options = { predicates: [isPrivate] };

const rules = `
rule @no_mail
trigger Gmail.SendEmail
check once(Web.Read) & !(args.to in state.contacts)
enforce user_inspection
end

rule @limit
trigger Bank.Transfer
check sum(step.args.amount of Bank.Transfer within 1h) + args.amount > 100
enforce stop("too much")
end

rule @draft
trigger Gmail.SendEmail
check is_private(args.body)
enforce invoke_action(Gmail.CreateDraft, {"to": args.to})
end

rule @tap
trigger state_change
check before.open == false & after.open == true
enforce warn("the tap is open")
end

rule @result
trigger after_action Web.Read
check observation contains "secret"
enforce stop
end

rule @finish
trigger agent_finish
check !once(Tests.Run)
enforce llm_self_reflect
end
`;

async function failuresOf(tests: string): Promise<readonly (string | undefined)[]> {
  const { results } = await runTests(parseProgram(rules + tests), options);
  return results.map(({ failure }) => failure);
}

describe("runTests", () => {
  it("has what a failed test expects and what the rules decided", async () => {
    const wrong = 'test "small" when Bank.Transfer({"amount": 5}) expect stop by @limit end';
    const { results } = await runTests(parseProgram(rules + wrong), options);
    expect(results).toMatchObject([{ passed: false, expected: "stop by @limit", actual: "allow" }]);
  });

  it("passes tests of every event whose expectation is met", async () => {
    const report = await runTests(
      parseProgram(`${rules}
test "a contact needs no question"
given state {"contacts": ["ann@corp.com"]}
after Web.Read({"url": "https://x.io"}) -> "text"
when Gmail.SendEmail({"to": "ann@corp.com", "body": "hi"})
expect allow
end
test "a stranger does"
given state {"contacts": ["ann@corp.com"]}
after Web.Read({"url": "https://x.io"}) -> "text"
when Gmail.SendEmail({"to": "eve@evil.example", "body": "hi"})
expect user_inspection by @no_mail
end
test "without a page nobody is asked"
given state {"contacts": []}
when Gmail.SendEmail({"to": "eve@evil.example", "body": "hi"})
expect allow
end
test "a page that could not be read does not count"
given state {"contacts": []}
after Web.Read({}) failed
when Gmail.SendEmail({"to": "eve@evil.example", "body": "hi"})
expect allow
end
test "a page in flight is unknown"
given state {"contacts": []}
after Web.Read({}) in_flight
when Gmail.SendEmail({"to": "eve@evil.example", "body": "hi"})
expect unknown by @no_mail
end
test "the limit counts the last hour"
after Bank.Transfer({"amount": 90}) 2h ago
after Bank.Transfer({"amount": 60}) 1h ago
when Bank.Transfer({"amount": 40})
expect allow
end
test "a step without an age is as old as the next one with an age"
after Bank.Transfer({"amount": 90})
after Bank.Transfer({"amount": 60}) 2h ago
when Bank.Transfer({"amount": 40})
expect allow
end
test "and stops beyond it"
after Bank.Transfer({"amount": 61}) 59m ago
when Bank.Transfer({"amount": 40})
expect stop by @limit
end
test "a private mail becomes a draft"
given state {"contacts": []}
when Gmail.SendEmail({"to": "bob@corp.com", "body": "private"})
expect rewritten to Gmail.CreateDraft({"to": "bob@corp.com"}) by @draft
end
test "the tap"
when state_change {"open": false} -> {"open": true}
expect warn by @tap
end
test "a result with a secret"
when after_action Web.Read({}) -> "a secret"
expect stop by @result
end
test "the end without tests"
when agent_finish
expect llm_self_reflect by @finish
end
test "the end with tests"
after Tests.Run() -> {"ok": true}
when agent_finish
expect allow
end
`),
      options,
    );
    expect(formatReport(report)).toBe("13 passed, 0 failed");
  });

  it("says what was expected, what the rules decided and why", async () => {
    const report = await runTests(
      parseProgram(`${rules.trimStart()}
test "the limit"
after Bank.Transfer({"amount": 61}) 59m ago
when Bank.Transfer({"amount": 40})
expect allow
end
`),
      options,
    );
    expect(formatReport(report, "rules.agentspec")).toBe(`✗ the limit (rules.agentspec:37:1)
  expected allow
  but got  stop by @limit
    rule @limit (line 7): sum(step.args.amount of Bank.Transfer within 1h) + args.amount > 100 is true: sum(step.args.amount of Bank.Transfer within 1h) + args.amount is 101

0 passed, 1 failed`);
  });

  it.each([
    [
      'when Bank.Transfer({"amount": 5}) expect stop by @limit',
      "expected stop by @limit\nbut got  allow\n  rule @limit (line 8) is not violated: ",
    ],
    [
      "when Bank.Transfer({}) expect stop by @limit",
      "expected stop by @limit\nbut got  stop by @limit\nthe check of @limit is unknown: if that is meant, expect unknown by @limit",
    ],
    [
      "when Web.Read({}) expect stop by @limit",
      "expected stop by @limit\nbut got  allow\n  rule @limit: its trigger does not match, or there is no such rule",
    ],
    [
      'when Bank.Transfer({"amount": 500}) expect stop by @draft',
      "expected stop by @draft\nbut got  stop by @limit\n  rule @limit",
    ],
    [
      'given state {"contacts": []} when Gmail.SendEmail({"to": "a", "body": "private"}) expect rewritten to Gmail.CreateDraft({"to": "b"})',
      'expected rewritten to Gmail.CreateDraft({"to":"b"})\nbut got  rewritten to Gmail.CreateDraft({"to":"a"}) by @draft',
    ],
    ["when agent_finish expect unknown", "expected unknown\nbut got  llm_self_reflect by @finish"],
  ])("fails if the expectation is not met: %s", async (test, message) => {
    const [failure] = await failuresOf(`test "t" ${test} end`);
    expect(failure).toContain(message);
  });

  it("reports what the tests do not reach", async () => {
    const { coverage } = await runTests(
      parseProgram(`
rule @r
trigger Bank.Transfer
check args.amount > 100 & (args.to == "eve" | is_private(args.to))
enforce warn stop
end
test "a" when Bank.Transfer({"amount": 500, "to": "eve"}) expect stop end
test "b" when Bank.Transfer({"amount": 5, "to": "eve"}) expect allow end
`),
      options,
    );
    expect(formatCoverage(coverage)).toBe(`@r (line 2)
  args.to == "eve" never decides by being false
  is_private(args.to) never decides by being true
  is_private(args.to) never decides by being false
7 of 10 reached (70 %)`);
  });
});
