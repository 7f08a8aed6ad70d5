import { parseProgram, readProgram } from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import { choosing, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { issuesOf, plain } from "./read.ts";
import { short, shortProgram } from "./short-form.ts";

const good = (name: string) => `rule @${name} trigger A.b check p enforce stop end`;

function linesOf(issues: readonly Issue[]): readonly string[] {
  return issues.map((issue) => formatIssue(issue));
}

describe("a program with errors", () => {
  it("still returns the rules without errors", () => {
    const { partialProgram, issues } = readProgram(`
      ${good("first")}
      rule @broken trigger A.1 check p enforce stop end
      ${good("second")}
      rule @quotes trigger A.b check p(\`x\`) enforce stop end
      rule @unended trigger A.b check
      ${good("third")}
      rule @deep trigger A.b check p(${"[".repeat(200)}) q enforce stop end
      ${good("fourth")}
      rule @first trigger A.b check q enforce skip end
    `);
    expect(partialProgram.rules.map(({ name }) => name)).toEqual(["first", "second", "third", "fourth"]);
    expect(issues.map(({ code }) => code)).toEqual([
      ...["unexpected_token", "unexpected_character", "unexpected_token", "too_deep", "duplicate_rule"],
    ]);
  });

  it("returns the valid rules wherever the invalid one is", () => {
    const brokenRules = fc.constantFrom(
      "rule @bad trigger A.1 check p enforce stop end",
      "rule @bad trigger A.b chek p( enforce stop end",
      "rule @bad trigger A.b check p enforce stopp end",
      "rule @bad trigger A.b check p enforce",
      "rule @bad",
      'rule @bad trigger A.b check p("x) enforce stop\nend',
      "these words stand between the rules",
      "=== case 3: a rule that `never` worked $$ ===",
    );
    fc.assert(
      fc.property(brokenRules, fc.nat(3), (broken, at) => {
        const rules = ["one", "two", "three"].map(good);
        const { partialProgram, issues } = readProgram(rules.toSpliced(at, 0, broken).join("\n"));
        expect(partialProgram.rules.map(({ name }) => name)).toEqual(["one", "two", "three"]);
        expect(issues.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a value with an error", () => {
  it.each(["args.x[[] == 1", "[(] == 1", "{) == 1", "p([,) & q", "eq([(], 1)", "args.x == ]", "[1 2] in args.x"])(
    "in %s is named, and the rules around it are read",
    (check) => {
      const text = `${good("a")} rule @b trigger A.b check ${check} enforce stop end ${good("c")}`;
      expect(readProgram(text).partialProgram.rules.map(({ name }) => name)).toEqual(["a", "c"]);
    },
  );
});

describe("text between rules", () => {
  const text = `Here are the rules, don't change them:
=== case 1 ===
${good("one")}
The rule below is "for later, and (as a rule of thumb) not to be
checked
${good("two")} the end`;

  it("is one issue for each gap and hides no rule", () => {
    const { partialProgram, issues } = readProgram(text);
    expect(partialProgram.rules.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(linesOf(issues)).toEqual([
      '1:1: expected "rule" (got "Here")',
      '4:1: expected "rule" (got "The")',
      '6:48: expected "rule" (got "the")',
    ]);
  });

  it("becomes a comment when the quick fixes are applied", () => {
    const fixedText = readProgram(text).issues.reduceRight((rest, { quickFix: fix }) => {
      if (fix === undefined) return rest;
      return rest.slice(0, fix.range.start.offset) + fix.text + rest.slice(fix.range.end.offset);
    }, text);
    expect(parseProgram(fixedText).rules).toHaveLength(2);
    expect(parseProgram(fixedText).comments?.map((comment) => comment.text)).toEqual([
      "// Here are the rules, don't change them:",
      "// === case 1 ===",
      '// The rule below is "for later, and (as a rule of thumb) not to be',
      "// checked",
      "// the end",
    ]);
  });

  it("can contain the word rule and words that begin header lines", () => {
    const { partialProgram, issues } = readProgram(`on Sundays no rule applies\ndefault is what it is\n${good("one")}`);
    expect(shortProgram(partialProgram)).toEqual(["one: before_action A.b ? p() => stop"]);
    expect(issues).toHaveLength(1);
  });
});

describe("the header", () => {
  it.each([
    ["default deny", "deny - -"],
    ["default allow on unknown ignore", "allow ignore -"],
    ["on error stop\non unknown user_inspection\ndefault deny", "deny user_inspection stop"],
    ["// why\ndefault deny // so", "deny - -"],
  ])("%s", (header, expected) => {
    expect(shortProgram(parseProgram(`${header}\n${good("r")}`))[0]).toBe(expected);
  });

  it.each([
    ["default dney", 'expected allow or deny (got "dney"): did you mean "deny"?'],
    ["on unknwon stop", 'expected unknown or error (got "unknwon"): did you mean "unknown"?'],
    ["on error explode", 'expected one of violated, ignore, stop, user_inspection (got "explode")'],
    ["default deny default allow", "there is a default already: remove one of them"],
    ["on unknown path ignore on unknown path stop", "there is a line on unknown path already: remove one of them"],
  ])("reports %s", (header, message) => {
    expect(issuesOf(`${header}\n${good("r")}`)).toMatchObject([{ message }]);
  });

  it.each([
    ["on unknown pth ignore", 'expected code or path (got "pth"): did you mean "path"?'],
    [
      "on unknown path ignroe",
      'expected one of violated, ignore, stop, user_inspection (got "ignroe"): did you mean "ignore"?',
    ],
    ["on unknown stop on unknown ignore", "there is a line on unknown already: remove one of them"],
  ])("reports %s in a rule", (line, message) => {
    expect(issuesOf(`rule @r ${line} trigger A.b check p enforce stop end`)).toMatchObject([{ message }]);
  });

  it("names a rule on", () => {
    expect(shortProgram(parseProgram("rule @on trigger A.b check p enforce stop end"))).toHaveLength(1);
  });

  it("is left out of the program if it has errors", () => {
    expect(issuesOf(`on "unknown\n${good("r")}`).length).toBeGreaterThan(0);
  });

  it("must be before the rules", () => {
    expect(issuesOf(`${good("r")}\ndefault deny`)).toMatchObject([{ code: "misplaced_header" }]);
  });
});

describe("severity and priority", () => {
  it.each([
    ["severity high priority 10", { severity: "high", priority: 10 }],
    ["priority -3 severity info", { severity: "info", priority: -3 }],
    ["", {}],
  ])("%s", (notes, expected) => {
    const [rule] = parseProgram(`rule @r ${notes} trigger A.b check p enforce stop end`).rules;
    expect({ severity: rule?.severity, priority: rule?.priority }).toEqual({
      severity: undefined,
      priority: undefined,
      ...expected,
    });
  });

  it.each([
    ["severity hihg", "invalid_severity", 'did you mean "high"?'],
    ["severity low severity low", "duplicate_part", "there is a severity already"],
    ["priority 1.5", "invalid_priority", 'expected a whole number (got "1.5")'],
    ["priority 1 priority 2", "duplicate_part", "there is a priority already"],
    ["priority x", "unexpected_token", 'expected a whole number (got "x")'],
  ])("reports %s", (notes, code, message) => {
    const issues = issuesOf(`rule @r ${notes} trigger A.b check p enforce stop end`);
    expect(issues).toMatchObject([{ code, message: expect.stringContaining(message) }]);
  });
});

describe("bindings", () => {
  it.each([
    ["let args = 1", "duplicate_binding"],
    ["let x = 1 let x = 2", "duplicate_binding"],
    ["let contains = 1", "duplicate_binding"],
    ["let x = y", "invalid_value"],
    ["let x 1", "unexpected_token"],
  ])("reports %s", (binding, code) => {
    expect(issuesOf(`rule @r trigger A.b ${binding} check p enforce stop end`)[0]?.code).toBe(code);
  });

  it("are visible only in their own rule", () => {
    const text = `rule @a trigger A.b let x = 1 check p(x) enforce stop end
      rule @b trigger A.b check p(x) enforce stop end`;
    expect(parseProgram(text).rules.map(short)).toEqual([
      "a: before_action A.b [x = 1] ? p(<let x>) => stop",
      "b: before_action A.b ? p(<args x>) => stop",
    ]);
  });
});

describe("alternative forms", () => {
  it.each([
    ["trigger act X check p enforce stop", [["act", "before_action"]]],
    ["trigger finish check p enforce stop", [["finish", "agent_finish"]]],
    ["trigger turn on check p enforce stop", [["turn on", '"turn on"']]],
    ["trigger X action erase check p enforce stop", [["action erase", undefined]]],
    ["trigger X query val a = 1 check p enforce stop", [["query val", "let"]]],
    ["trigger X check eq(args.a, [1]) enforce stop", [["eq(args.a, [1])", "args.a == [1]"]]],
    ["trigger X check args.a = 1 enforce stop", [["=", "=="]]],
    [
      "trigger X check args.a => 1 & args.a =< 9 & args.a <> 3 enforce stop",
      [
        ["=>", ">="],
        ["=<", "<="],
        ["<>", "!="],
      ],
    ],
    ["trigger X check p && q enforce stop", [["&&", "&"]]],
    ["trigger X check p ∨ q enforce stop", [["∨", "|"]]],
    ["trigger X check p(amount) enforce stop", [["amount", "args.amount"]]],
    ["trigger X check p(cur_action) enforce stop", [["cur_action", "args"]]],
    ["trigger X enforce llm_self_examine", [["llm_self_examine", "llm_self_reflect"]]],
    ['trigger X enforce invoke_action("close Lid")', [['invoke_action("close Lid")', 'invoke_action(close, "Lid")']]],
    ['trigger X enforce warn: "no"', [[': "no"', '("no")']]],
    ["trigger X enforce abort action", [["abort action", "stop"]]],
  ])("lists %s with the canonical form", (rest, expected) => {
    const { alternativeForms = [] } = parseProgram(`rule @r ${rest} end`);
    expect(alternativeForms.map(({ text, canonical }) => [text, canonical])).toEqual(expected);
  });

  it("can be replaced one by one without changing the tree, until none is left", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(fc.nat(60)), (drawn, numbers) => {
        let text = print(
          drawn,
          () => " ",
          choosing(() => numbers.next().value),
        );
        const [first] = [plain(parseProgram(text))];
        for (let left = 200; left > 0; left--) {
          const found = parseProgram(text).alternativeForms?.find(({ canonical }) => canonical !== undefined);
          if (found === undefined) break;
          const { range, canonical = "" } = found;
          text = text.slice(0, range.start.offset) + canonical + text.slice(range.end.offset);
          expect(plain(parseProgram(text))).toEqual(first);
        }
        expect(parseProgram(text).alternativeForms?.filter(({ canonical }) => canonical !== undefined) ?? []).toEqual(
          [],
        );
      }),
      { numRuns: runs(30, 500) },
    );
  });

  it("are not listed for canonical text", () => {
    expect(
      parseProgram("rule r trigger X check p | !q & not s true enforce stop end").alternativeForms,
    ).toBeUndefined();
  });
});

describe("limits", () => {
  it("rejects more than 10,000 rules", () => {
    const rules = (count: number) =>
      Array.from({ length: count }, (_, n) => `rule r${n} trigger a enforce stop end`).join("\n");
    expect(issuesOf(rules(10_000))).toEqual([]);
    expect(issuesOf(rules(10_002))).toMatchObject([{ code: "too_many_rules", range: { start: { line: 10_001 } } }]);
    expect(readProgram(rules(10_002)).partialProgram.rules).toHaveLength(10_000);
  });

  it("rejects parentheses and values nested deeper than 100 levels together", () => {
    const nested = (depth: number) =>
      `rule @r trigger A.b check ${"(p | ".repeat(depth)}q${")".repeat(depth)} enforce stop end`;
    expect(issuesOf(nested(100))).toEqual([]);
    expect(issuesOf(nested(101))).toMatchObject([{ code: "too_deep" }]);
    expect(issuesOf(nested(50_000))).toMatchObject([{ code: "too_deep" }]);
    expect(issuesOf(`rule @r trigger A.b check ${"!(".repeat(51)}p${")".repeat(51)} enforce stop end`)).toMatchObject([
      { code: "too_deep" },
    ]);
  });

  it.each(["(", "!", "p | ", "p & ", "p ", "[", "args.", "args.a in ", "{", '"${', "- ", "let x = ", "rule ", "stop "])(
    "no number of %j is too much",
    (unit) => {
      const many = unit.repeat(90_000 / unit.length);
      for (const text of [many, `rule @r trigger X check ${many}`, `rule @r trigger ${many}`, `${good("r")} ${many}`]) {
        expect(() => readProgram(text)).not.toThrow();
      }
    },
  );
});
