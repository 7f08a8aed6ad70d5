import { formatProgram, parseProgram, parseProgramJson, readProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";

const rule = "rule @r\ntrigger Gmail.SendEmail\ncheck p\nenforce stop\nend\n";

function issuesOf(test: string): readonly string[] {
  return readProgram(test).issues.map(({ code, message, range }) => {
    return `${range?.start.line}:${range?.start.column} ${code}: ${message}`;
  });
}

describe("a test", () => {
  const text = `${rule}
test "a colleague needs no question"
given prompt "write to Ann"
given state {"contacts": ["ann@corp.com"]}
given now "2026-11-23T10:00:00Z"
after Web.Read({"url": "https://x.io"}) -> "…"
after Bank.Transfer({"amount": 5}) failed 2h ago
when Gmail.SendEmail({"to": ["ann@corp.com"], "body": "hi"})
expect user_inspection by only @r, @other
end
`;

  it("has what is given, the steps before, the event and the expectation", () => {
    const [test] = parseProgram(text).tests ?? [];
    expect(test).toMatchObject({
      type: "test",
      name: "a colleague needs no question",
      prompt: { value: "write to Ann" },
      state: { type: "object" },
      now: { value: "2026-11-23T10:00:00Z" },
      steps: [
        { type: "test_step", tool: "Web.Read", result: { value: "…" } },
        { type: "test_step", tool: "Bank.Transfer", status: "failed", ago: { amount: 2, unit: "h" } },
      ],
      when: { type: "test_call", tool: "Gmail.SendEmail" },
      expect: { outcome: "user_inspection", rules: ["r", "other"], only: true },
    });
  });

  it("is formatted, and read from JSON, without a change", () => {
    expect(formatProgram(text)).toBe(text);
    const program = parseProgram(text);
    expect(parseProgramJson(JSON.parse(JSON.stringify(program)))).toEqual(program);
  });

  it.each([
    ['after_action Web.Read({}) -> "text" failed', { type: "test_step_end", step: { status: "failed" } }],
    ['state_change {"speed": 5} -> {"speed": 9}', { type: "test_state_change", before: { type: "object" } }],
    ["agent_finish", { type: "test_finish" }],
    ["before_action Web.Read({})", { type: "test_call", tool: "Web.Read", args: { entries: [] } }],
    ["after_action({})", { type: "test_call", tool: "after_action" }],
    ["only()", { type: "test_call", tool: "only" }],
    ["given.when()", { type: "test_call", tool: "given.when" }],
    ['"Turn On"({"after": "expect"})', { type: "test_call", tool: "Turn On" }],
  ])("is about an event: when %s", (when, event) => {
    expect(parseProgram(`test "t" when ${when} expect allow end`).tests?.[0]?.when).toMatchObject(event);
  });

  it("can stand between rules and keeps its place, and its comments", () => {
    const mixed = `// first
test "t" // name
when Web.Read() // what happens
// expected:
expect allow
// done
end // last

${rule}`;
    expect(formatProgram(mixed)).toBe(`// first
test "t"
// name
when Web.Read() // what happens
// expected:
expect allow
  // done
end // last

${rule}`);
  });

  it("does not make its words keywords of rules", () => {
    const words =
      "rule test\ntrigger given.when | after\nlet expect = 1\ncheck test given by ago(args.test)\nenforce stop\nend";
    expect(issuesOf(words)).toEqual([]);
    expect(parseProgram(words).tests).toBeUndefined();
  });

  it.each([
    ['test "t" expect allow end', '1:10 unexpected_token: expected "when" (got "expect")'],
    ['test "t" when X() end', '1:19 unexpected_token: expected "expect" (got "end")'],
    ['test "t" when X expect allow end', '1:17 unexpected_token: expected "(" and the arguments in { } (got "expect")'],
    ['test "t" when X() expect allow', '1:31 unexpected_token: expected "end" (got the end of the text)'],
    [
      'test "t" given stat {} when X() expect allow end',
      '1:16 invalid_given: expected one of prompt, state, now (got "stat"): did you mean "state"?',
    ],
    [
      'test "t" given prompt 5 when X() expect allow end',
      '1:23 invalid_given: given prompt: expected a string (got "5")',
    ],
    [
      'test "t" given now "soon" when X() expect allow end',
      '1:20 invalid_time: expected a time in ISO 8601, such as "2026-11-23T10:00:00Z" (got "soon")',
    ],
    [
      'test "t" given state {} given state {} when X() expect allow end',
      "1:25 duplicate_part: there is a given state already: remove one of them",
    ],
    [
      'test "t" after X() faild when X() expect allow end',
      '1:20 invalid_status: expected one of success, failed, timed_out, stopped, in_flight (got "faild"): did you mean "failed"?',
    ],
    [
      'test "t" when X({"a": args.b}) expect allow end',
      '1:23 not_constant: expected a constant: a string, a number, true, false, null, a list or an object (got "args.b")',
    ],
    [
      'test "t" after X() 1h ago after Y() 2h ago when X() expect stop end',
      "1:27 invalid_step_order: expected the steps oldest first: this one ended before the one above it",
    ],
    [
      'test "t" when X({"a": [1, "b, c]}) expect allow end\n]}) expect allow end',
      '1:27 unterminated_string: the string is not closed: expected " before the end of the line',
    ],
    ['test "t" when X() expect rewritten end', "1:19 invalid_expectation: expected rewritten to Tool({})"],
    ['test "t" when X() expect stop to Y() end', "1:19 invalid_expectation: expected stop without an action"],
    ['test "t" when X() expect stop by @a, @a end', "1:39 duplicate_part: @a is named already: remove one of them"],
    [
      'test "t" when X() expect stop end test "t" when X() expect stop end',
      '1:40 duplicate_test: the test name "t" is already used at 1:6: give this test another name',
    ],
  ])("reports what is wrong: %s", (test, issue) => {
    expect(issuesOf(test)).toEqual([issue]);
  });

  it("ends before the next block if its end is missing, and a rule before a test", () => {
    const texts = [
      `test "t"\nwhen X()\nexpect allow\n${rule}`,
      `${rule.replace("end\n", "")}test "t"\nwhen X()\nexpect allow\nend`,
    ];
    expect(texts.map((text) => issuesOf(text))).toEqual([
      ['4:1 unexpected_token: expected "end" (got "rule")'],
      ['5:1 unexpected_token: expected an enforcement or "end" (got "test")'],
    ]);
    expect(texts.map((text) => readProgram(text).partialProgram.rules.length)).toEqual([1, 0]);
  });

  it("in JSON has the same requirements", () => {
    const { tests: [test] = [] } = parseProgram('test "t" when X({"a": 1}) expect stop end');
    const reference = { type: "reference", root: "args", path: [] };
    const entries = [{ type: "entry", key: "a", value: reference }];
    const program = {
      type: "program",
      rules: [],
      tests: [
        { ...test, now: { type: "literal", value: "soon" } },
        { ...test, when: { type: "test_call", tool: "X", args: { type: "object", entries } } },
        { ...test, name: "u", expect: { type: "test_expectation", outcome: "rewritten" } },
      ],
    };
    expect(() => parseProgramJson(program)).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({ code: "invalid_time", path: "/tests/0/now" }),
          expect.objectContaining({ code: "duplicate_test", path: "/tests/1/name" }),
          expect.objectContaining({ code: "not_constant", path: "/tests/1/when/args/entries/0/value" }),
          expect.objectContaining({ code: "invalid_expectation", path: "/tests/2/expect" }),
        ],
      }),
    );
    expect(() => parseProgramJson({ type: "program", rules: [] })).toThrow("/rules: expected at least 1 (got 0)");
  });
});
