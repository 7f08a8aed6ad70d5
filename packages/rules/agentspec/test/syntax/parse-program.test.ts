import { ProgramError, parseProgram } from "@helve/agentspec";
import { HelveError } from "@helve/core";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { issuesOf, linesOf, plain } from "./read.ts";

const known = "user_inspection, llm_self_reflect, invoke_action, stop, skip, none, allow, warn, log";

const figure1 = `rule @inspect_sensitive_email
trigger Gmail.SendEmail
check
    contains_sensitive_information
    has_external_receiver
enforce
    user_inspection(add_contact, remove_sensitive_info,
                    remove_external_receiver)
end
`;

const figure2 = `rule @check_
trigger Terminal.Execute
check
    is_delete_important_file
enforce
    user_inspection
end
`;

describe("parseProgram", () => {
  it("parses Figure 1", () => {
    expect(plain(parseProgram(figure1))).toEqual({
      type: "program",
      rules: [
        {
          type: "rule",
          name: "inspect_sensitive_email",
          trigger: {
            type: "trigger",
            event: "before_action",
            patterns: [{ type: "tool_pattern", toolkit: "Gmail", tool: "SendEmail" }],
          },
          check: {
            type: "and",
            operands: [
              { type: "predicate", name: "contains_sensitive_information", arguments: [] },
              { type: "predicate", name: "has_external_receiver", arguments: [] },
            ],
          },
          enforce: [
            { type: "user_inspection", fixes: ["add_contact", "remove_sensitive_info", "remove_external_receiver"] },
          ],
        },
      ],
    });
  });

  it("parses Figure 2", () => {
    expect(plain(parseProgram(figure2).rules)).toEqual([
      {
        type: "rule",
        name: "check_",
        trigger: {
          type: "trigger",
          event: "before_action",
          patterns: [{ type: "tool_pattern", toolkit: "Terminal", tool: "Execute" }],
        },
        check: { type: "and", operands: [{ type: "predicate", name: "is_delete_important_file", arguments: [] }] },
        enforce: [{ type: "user_inspection", fixes: [] }],
      },
    ]);
  });

  it("returns a tree of plain JSON", () => {
    const program = parseProgram(figure1 + figure2);
    expect(JSON.parse(JSON.stringify(program))).toEqual(program);
  });

  it.each([
    [
      "rule @a trigger *.* check true enforce stop end",
      '1:17: expected an event, a tool or "any" (got "*"): write any for every tool',
    ],
    [
      "rules.agentspec",
      '1:1: expected "rule" (got "rules"): this is the path of a file; read the file, and pass its text',
    ],
  ])("says what to write in place of %s", (text, message) => {
    expect(() => parseProgram(text)).toThrow(message);
  });

  it("reports the errors of all rules at once, in the order of the text", () => {
    const text = `
      rule @a
      trigger Shell.1
      check is_destructive(args.command enforce ask end

      rule @b
      triger Terminal.Execute
      check p q(1 2) ) r
      enforce stopp 'x
      end

      these words stand alone

      rule @a
      trigger Terminal.
      check p("x)
      enforce
    `;
    expect(linesOf(text)).toEqual([
      '3:21: expected a tool or "any" (got "1")',
      '4:41: expected "," or ")" (got "enforce")',
      `4:49: expected one of ${known} (got "ask"): did you mean "user_inspection"?`,
      '7:7: expected "trigger" (got "triger"): did you mean "trigger"?',
      '8:19: expected "," or ")" (got "2")',
      '8:22: expected a predicate or "enforce" (got ")")',
      `9:15: expected one of ${known} (got "stopp"): did you mean "stop"?`,
      `9:21: "'" is not allowed in a rule: write strings in "double quotes"`,
      `9:22: expected one of ${known} (got "x")`,
      '12:7: expected "rule" (got "these")',
      '14:13: the rule name "a" is already used at 2:13: give this rule another name',
      '16:13: expected "check" (got "p")',
      '16:15: the string is not closed: expected " before the end of the line',
      `17:14: expected an enforcement: ${known.replace(/, (\w+)$/, " or $1")} (got the end of the text)`,
    ]);
  });

  it("throws one ProgramError, with a line for each issue", () => {
    const error = new ProgramError(issuesOf("rule @a triger T.X check enforce stopp end"));
    expect(HelveError.is(error)).toBe(true);
    expect(error.code).toBe("invalid_program");
    expect(error.message.split("\n")).toEqual(linesOf("rule @a triger T.X check enforce stopp end"));
  });

  it.each(["", " \n", "// nothing", "/* nothing */"])("requires at least one rule: %j", (text) => {
    expect(issuesOf(text)).toMatchObject([{ code: "no_rule", range: { start: { line: 1, column: 1 } } }]);
  });
});

describe("limits", () => {
  const rule = (check: string) => `rule @r trigger T.X check ${check} enforce stop end`;
  const nested = (depth: number) => rule(`p(${"[".repeat(depth)}${"]".repeat(depth)})`);

  it("rejects a text of more than 1,000,000 characters", () => {
    const text = rule("");
    expect(issuesOf(text + " ".repeat(1_000_000 - text.length))).toEqual([]);
    expect(issuesOf(text + " ".repeat(1_000_001 - text.length))).toMatchObject([{ code: "too_long" }]);
  });

  it("rejects values nested deeper than 100 levels", () => {
    expect(issuesOf(nested(100))).toEqual([]);
    expect(issuesOf(nested(101))).toMatchObject([{ code: "too_deep", range: { start: { column: 129 } } }]);
    expect(issuesOf(rule(`p(${'{"a":['.repeat(40_000)}`))).toMatchObject([{ code: "too_deep" }]);
  });

  it("rejects negations nested deeper than 100 levels", () => {
    expect(issuesOf(rule(`${"!".repeat(100)}p`))).toEqual([]);
    expect(issuesOf(rule(`${"!".repeat(50_000)}p`))).toMatchObject([
      { code: "too_deep", range: { start: { column: 127 } } },
    ]);
  });

  it("reports the first 100 errors", () => {
    const issues = issuesOf("rule @r trigger T.1 check enforce stop end\n".repeat(1000));
    expect(issues.map((issue) => issue.code).slice(-2)).toEqual(["duplicate_rule", "too_many_issues"]);
    expect(issues).toHaveLength(101);
  });
});

describe("ranges", () => {
  it("contain the offset, line and column of each node", () => {
    const text = `// first
      rule @r trigger Terminal . any
      check !¬p("😀", args.a [0])
        q( {"k" : [ 1 ]} )
      enforce user_inspection( a,b ) invoke_action(T.X, {}) stop llm_self_examine end`;
    expect(
      nodesOf(parseProgram(text)).map(({ type, range: { start, end } }) => [
        type,
        text.slice(start.offset, end.offset),
      ]),
    ).toEqual([
      ["program", text],
      ["rule", text.slice(15)],
      ["trigger", "Terminal . any"],
      ["tool_pattern", "Terminal . any"],
      ["and", '!¬p("😀", args.a [0])\n        q( {"k" : [ 1 ]} )'],
      ["not", '!¬p("😀", args.a [0])'],
      ["not", '¬p("😀", args.a [0])'],
      ["predicate", 'p("😀", args.a [0])'],
      ["literal", '"😀"'],
      ["reference", "args.a [0]"],
      ["predicate", 'q( {"k" : [ 1 ]} )'],
      ["object", '{"k" : [ 1 ]}'],
      ["entry", '"k" : [ 1 ]'],
      ["list", "[ 1 ]"],
      ["literal", "1"],
      ["user_inspection", "user_inspection( a,b )"],
      ["invoke_action", "invoke_action(T.X, {})"],
      ["object", "{}"],
      ["stop", "stop"],
      ["llm_self_reflect", "llm_self_examine"],
    ]);
    const [rule] = parseProgram(text).rules;
    expect(rule?.range.start).toEqual({ offset: 15, line: 2, column: 7 });
    expect(rule?.range.end).toEqual({ offset: text.length, line: 5, column: 86 });
  });

  it.each(["\n", "\r\n", "\r"])("count %j as one line ending", (ending) => {
    const [, second] = parseProgram(
      `${ending}rule a trigger T.X check enforce stop end${ending.repeat(2)} rule b trigger T.X check enforce stop end`,
    ).rules;
    expect(second?.range.start).toMatchObject({ line: 4, column: 2 });
  });

  it("are empty for a check without conditions", () => {
    const text = "rule a trigger T.X check enforce stop end";
    const range = parseProgram(text).rules[0]?.check.range;
    expect(range?.start).toEqual(range?.end);
    expect(text.slice(0, range?.end.offset)).toMatch(/check$/);
  });
});

describe("any text", () => {
  it("parses to the tree it was printed from, with any white space and comments between tokens", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), (drawn, gaps) => {
        expect(plain(parseProgram(print(drawn, () => gaps.next().value)))).toEqual(drawn);
      }),
      { numRuns: runs(30, 4000) },
    );
  });

  it("parses to the tree it was printed from in any mix of dialects", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), fc.infiniteStream(fc.nat(60)), (drawn, gaps, numbers) => {
        const choose = choosing(() => numbers.next().value);
        expect(plain(parseProgram(print(drawn, () => gaps.next().value, choose)))).toEqual(drawn);
      }),
      { numRuns: runs(30, 4000) },
    );
  });

  it("returns a tree or throws a ProgramError whose issues have ranges in order", () => {
    fc.assert(
      fc.property(anyText, (text) => checkIssues(text)),
      { numRuns: runs(120, 50_000) },
    );
  });

  it("does so for a valid text that was cut, doubled or scrambled", () => {
    const cut = fc.tuple(tree, fc.nat(), fc.nat(), fc.string({ unit: "grapheme", maxLength: 3 }));
    fc.assert(
      fc.property(cut, fc.infiniteStream(fc.nat(60)), ([drawn, from, length, inserted], numbers) => {
        const spelling = choosing(() => numbers.next().value);
        const text = print(drawn, () => " ", spelling);
        const start = from % (text.length + 1);
        const end = start + (length % 20);
        checkIssues(text.slice(0, start));
        checkIssues(text.slice(0, start) + inserted + text.slice(end));
        checkIssues(text.slice(0, end) + text.slice(start));
      }),
      { numRuns: runs(80, 5000) },
    );
  });
});

const pieces =
  `rule @ r trigger T . any check p q ! not ¬ ( ) [ ] { } , : "s" "open 1 -2.5e3 1e999 true None args and or & | ∧
  enforce user_inspection llm_self_reflect invoke_action stop stopp end triger /* */ // /// # $ ' __proto__ 'x' - =
  == >= in contains matches let val action act finish after_action default deny on unknown severity high priority
  warn log skip none allow domain(1) a:b:c "\${args.x}" "\${" state prompt eq( cur_action["x"]`.split(/\s+/);
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...pieces, "\n"), { maxLength: 60 }).map((words) => words.join(" ")),
);

function checkIssues(text: string): void {
  const issues = issuesOf(text);
  const offsets = issues.map((issue) => issue.range?.start.offset ?? Number.NaN);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  for (const { message, expected, range } of issues) {
    expect(message).not.toBe("");
    expect(expected).toBeDefined();
    expect(range?.start.offset).toBeGreaterThanOrEqual(0);
    expect(range?.end.offset).toBeLessThanOrEqual(text.length);
  }
}

interface Ranged {
  readonly type: string;
  readonly range: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
}

function nodesOf(node: unknown): readonly Ranged[] {
  if (typeof node !== "object" || node === null) return [];
  const left = ["range", "comments", "alternativeForms"];
  const inner = Object.entries(node).flatMap(([key, member]) => (left.includes(key) ? [] : nodesOf(member)));
  return "type" in node ? [node as Ranged, ...inner] : inner;
}
