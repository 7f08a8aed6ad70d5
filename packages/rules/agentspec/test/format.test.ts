import { formatProgram, type Program, ProgramError, parseProgram, parseProgramJson } from "@helve/agentspec";
import { dialects } from "@helve/testing/agentspec-dialects";
import { choosing, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plain } from "./syntax/read.ts";

const format = (text: string) => formatProgram(text);

describe("formatProgram", () => {
  it.each([
    [
      "rule r trigger pour enforce llm_self_examine end",
      "rule @r\ntrigger pour\ncheck\nenforce llm_self_reflect\nend\n",
    ],
    [
      "rule r priority 1 severity high trigger act A.x|any|'Turn On' check true enforce stop skip end",
      'rule @r\nseverity high\npriority 1\ntrigger A.x | any | any."Turn On"\ncheck True\nenforce stop skip\nend\n',
    ],
    [
      "on error stop on unknown ignore default deny rule r trigger finish check p and not q(a) enforce none end",
      "default deny\non unknown ignore\non error stop\n\nrule @r\ntrigger agent_finish\ncheck p !q(args.a)\nenforce none\nend\n",
    ],
    [
      "on unknown path stop on unknown ignore rule r on unknown code stop priority 1 on unknown path ignore trigger X enforce stop end",
      "on unknown ignore\non unknown path stop\n\nrule @r\npriority 1\non unknown code stop\non unknown path ignore\ntrigger X\ncheck\nenforce stop\nend\n",
    ],
    [
      'rule r trigger X prepare val x = {"a": 1 "b": [None]} check eq(x["a"], 2) enforce invoke_action("shut Window") end',
      'rule @r\ntrigger X\nlet x = {"a": 1, "b": [null]}\ncheck x.a == 2\nenforce invoke_action(shut, "Window")\nend\n',
    ],
    [
      "rule a trigger X enforce stop end rule b trigger X enforce a:b = 1 c(2) warn: 'x' end",
      'rule @a\ntrigger X\ncheck\nenforce stop\nend\n\nrule @b\ntrigger X\ncheck\nenforce a:b = 1 c(2) warn("x")\nend\n',
    ],
  ])("writes the canonical form of %j", (text, formatted) => {
    expect(format(text)).toBe(formatted);
  });

  it.each([
    ["p | q r", "check\n  p | q\n  r"],
    ["p & (q | r & s)", "check\n  p\n  q | r & s"],
    ["p & ((q | r) & s | t)", "check p & ((q | r) & s | t)"],
    ["p ([1] == args.x)", undefined],
    ["p() [1] == args.x", "check p & [1] == args.x"],
    ["!(p q) !(p | q)", "check !(p & q) !(p | q)"],
    ["!args.x == 1 !!p", "check !(args.x == 1) !!p"],
    ["!args.x in [1]", "check args.x not in [1]"],
    ['args.x contains "a" args.y == 1', 'check\n  args.x contains "a"\n  args.y == 1'],
    ["p !args.x in [1]", "check\n  p\n  args.x not in [1]"],
    ["args() in()", "check args() & in()"],
  ])("writes the canonical form of the check %j", (check, formatted) => {
    const text = `rule r trigger X check ${check} enforce stop end`;
    if (formatted === undefined) expect(() => format(text)).toThrow(ProgramError);
    else expect(format(text)).toBe(`rule @r\ntrigger X\n${formatted}\nenforce stop\nend\n`);
  });

  it.each([
    ["Bash", "Bash"],
    ["any.Bash", "Bash"],
    ["any.any", "any"],
    ["pay* | Gmail.Send*", "pay* | Gmail.Send*"],
    ["before_action any.finish", "any.finish"],
    ["any.args", "any.args"],
    ["any.let", "any.let"],
    ['"Turn On"', 'any."Turn On"'],
  ])(
    "writes a tool of any toolkit without a toolkit, unless the word means something else: %s",
    (written, formatted) => {
      const text = `rule @r\ntrigger ${written}\ncheck once(${written.replace("before_action ", "")} within 1h)\nenforce stop\nend\n`;
      const expected = `rule @r\ntrigger ${formatted}\ncheck once(${formatted} within 1h)\nenforce stop\nend\n`;
      expect(formatProgram(text.replace('once("Turn On"', 'once(any."Turn On"'))).toBe(expected);
    },
  );

  it("breaks lines that are longer than 100 columns", () => {
    const long = "a_predicate_with_quite_a_long_name";
    const message = "What this is about is told to the person in so many words: ".repeat(2);
    expect(
      format(`rule r trigger ${`${long}|`.repeat(3)} X
        check ${long} ${long} | ${long} | ${long} !(${long} & ${long} & ${long}) ${long}("${long}", ["${long}", "${long}"])
        enforce user_inspection("${message}", a) invoke_action(T.X, {"a": "${long}", "b": "${long}", "c": []}) end`),
    ).toBe(
      `rule @r
trigger ${long}
  | ${long}
  | ${long}
  | X
check
  ${long}
  ${long}
    | ${long}
    | ${long}
  !(${long}
    & ${long}
    & ${long})
  ${long}(
    "${long}",
    ["${long}", "${long}"]
  )
enforce
  user_inspection(
    "${message}",
    a
  )
  invoke_action(T.X, {
    "a": "${long}",
    "b": "${long}",
    "c": []
  })
end
`,
    );
  });

  it("keeps comments in their places", () => {
    const text = `# all rules

default deny // so far
// and for all
on unknown stop

// of the rule

/// What it is for,
/// and more.
rule @r /* in its head */
// of the trigger
trigger A.b // on the trigger
let x = {"a": 1, /* more */ "b": [/* none */]} // on the binding
check
  // of p
  p // on p
  // of q
  /* the same */ q(/* first */ 1, /* second */ 2)
  s(
    1, // one
    // two
    2
    // at the end
  )
enforce
  // of a
  user_inspection(a, b /* fix */)
  stop // on stop
  // under the rule
end // on the rule

// at last

// at the very last
`;
    expect(format(text)).toBe(text);
    const loose = text
      .replaceAll("rule @r ", "rule  r ")
      .replaceAll(", /*", "  ,\t/*")
      .replace("check\n", "\n\n\ncheck\n");
    expect(format(loose)).toBe(text);
  });

  it("changes a comment that would become a doc comment to a plain comment", () => {
    const rule = "rule @r\ntrigger X\ncheck\nenforce stop\nend\n";
    expect(format(`/// a\n/** b */\n${rule}`)).toBe(`// a\n/// b\n${rule}`);
    expect(format(`///\n${rule}`)).toBe(`//\n${rule}`);
    expect(format(`/// a\n// b\n${rule}`)).toBe(`/// a\n// b\n${rule}`);
  });

  it("throws for an invalid text", () => {
    expect(() => formatProgram("rule a trigger X enforce stop end rule b")).toThrow(ProgramError);
    expect(() => formatProgram("")).toThrow(ProgramError);
  });

  it("throws for a tree that no text can express", () => {
    const enforce = [
      {
        type: "domain",
        name: "warm",
        arguments: [
          { type: "literal", value: "a" },
          { type: "literal", value: 1 },
        ],
      },
    ];
    const program = parseProgramJson({ type: "program", rules: [{ ...plainRule, enforce }] });
    expect(() => formatProgram(program)).toThrow(/warm with 2 arguments can't be written/);
  });

  it("returns a text that parses for a tree of the maximum depth", () => {
    for (const check of [`${"!".repeat(100)}args.x == 1`, `p(${"[".repeat(100)}${"]".repeat(100)})`]) {
      const text = `rule r trigger X check ${check} enforce stop end`;
      expect(plain(parseProgram(format(text)))).toEqual(plain(parseProgram(text)));
    }
  });

  it("uses longer lines if the text would be too long to be parsed, and throws if that is not enough", () => {
    const deeplyNested = (count: number) =>
      `rule r trigger X check ${`p(${"[".repeat(99)}${"]".repeat(99)}) `.repeat(count)} enforce stop end`;
    const formatted = format(deeplyNested(200));
    expect(plain(parseProgram(formatted))).toEqual(plain(parseProgram(deeplyNested(200))));
    expect(format(formatted)).toBe(formatted);
    const tooLong = `rule r trigger X check ${"p(1,1,1,1,1,1,1,1,1)".repeat(45_000)} enforce stop end`;
    expect(() => format(tooLong)).toThrow(
      /^1:1: a program has at most 1000000 characters \(got \d+, formatted\): split it$/,
    );
  });

  it("formats 20,000 predicates with comments", () => {
    const text = `rule r trigger X check ${"p /* c */ ".repeat(20_000)} enforce stop end`;
    expect(parseProgram(format(text)).comments).toHaveLength(20_000);
  });
});

const plainRule = {
  type: "rule",
  name: "r",
  trigger: { type: "trigger", event: "before_action", patterns: [{ type: "tool_pattern", toolkit: "any", tool: "X" }] },
  check: { type: "and", operands: [] },
  enforce: [{ type: "stop" }],
};

describe.each(dialects)("formatted rules with $name", ({ rules }) => {
  it.each(rules)("parse to the same tree: %s", (text) => {
    const formatted = format(text);
    expect(plain(parseProgram(formatted))).toEqual(plain(parseProgram(text)));
    expect(parseProgram(formatted)).not.toHaveProperty("alternativeForms");
    expect(format(formatted)).toBe(formatted);
  });
});

const comment = fc.constantFrom(
  ...["// a\n", "# rule @x\r", "/* b */", "/* ) \n */", "/// d\n", "//// e\n", "/** f */", "///\n", "/***/"],
);
const space = fc.constantFrom("", " ", "\n", "\n\n");
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(" ", "\n", "\n\n\n", "\r\n\t") },
  { weight: 1, arbitrary: fc.tuple(space, comment, space).map((parts) => ` ${parts.join("")}`) },
);

/** The comments of a program, with the signs of a plain comment: the formatter can change a doc comment to a plain comment. */
function commentsOf({ comments = [] }: Program): readonly string[] {
  const signs = ({ text }: { text: string }) =>
    text
      .trim()
      .replace(/^\/\/\/(?!\/)/, "//")
      .replace(/^\/\*\*+(?!\/)/, "/*");
  return comments.map(signs).sort();
}

describe("a formatted random program", () => {
  it("parses to the same tree and comments, and doesn't change when it is formatted again", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), fc.infiniteStream(fc.nat(60)), (drawn, gaps, numbers) => {
        const choose = choosing(() => numbers.next().value);
        const program = parseProgram(print(drawn, () => gaps.next().value, choose));
        const text = formatProgram(program);
        const read = parseProgram(text);
        expect(plain(read)).toEqual(plain(program));
        expect(commentsOf(read)).toEqual(commentsOf(program));
        expect(read.alternativeForms).toBeUndefined();
        expect(formatProgram(text)).toBe(text);
      }),
      { numRuns: runs(50, 2500) },
    );
  });

  it("contains all comments of a tree from JSON, with any text and any attachment", () => {
    const steps = [
      "rules",
      "0",
      "check",
      "operands",
      "header",
      "trigger",
      "patterns",
      "enforce",
      "arguments",
      "1",
      "args",
    ];
    const path = fc.array(fc.constantFrom(...steps, "bindings", "value", "items", "__proto__"), { maxLength: 6 });
    const anyComment = fc.record({
      type: fc.constant("comment"),
      text: fc.oneof(
        comment,
        fc.constantFrom("end", "// a\nend", "/* a */ end /* */", "/*", "/*/", "\r\n", ""),
        fc.string(),
      ),
      attachment: fc.record({
        place: fc.constantFrom("before", "after", "below", "inside"),
        path: path.map((names) => names.map((name) => `/${name}`).join("")),
      }),
    });
    fc.assert(
      fc.property(tree, fc.array(anyComment, { maxLength: 5 }), (drawn, comments) => {
        const text = formatProgram(parseProgramJson({ ...drawn, comments }));
        const read = parseProgram(text);
        expect(plain(read)).toEqual(drawn);
        const commentTexts = (read.comments ?? []).map((written) => written.text).join("\n");
        for (const { text: original } of comments) {
          for (const word of original.match(/\w+/g) ?? []) expect(commentTexts).toContain(word);
        }
        expect(formatProgram(text)).toBe(text);
      }),
      { numRuns: runs(50, 2500) },
    );
  });
});
