import { readProgram, visit } from "@helve/agentspec";
import type { TextRange } from "@helve/core";
import { applyEdits, type CompletionItem, completionsAt, openProgram } from "@helve/language-service";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { catalogueFor } from "@helve/testing/random-catalogue";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { host, openAt } from "./example-catalogue.ts";

const tools = ["Gmail.List", "Gmail.SendEmail", "Home.Turn On", "Shell", "Gmail.any", "Home.any"];
const args = ["args.body", "args.options", "args.priority", "args.to"];
const roots = ["action", "args", "now", "prompt", "state", "trajectory"];
const stepValues = ["count", "last", "sum"];
const questions = ["count", "every", "last", "once", "some", "sum"];
const inCheck = ["count", "enforce", "every", "last", "once", "some", "sum"];
const sourceItems = [...tools.slice(0, 4), "prompt", "trusted", "untrusted", ...tools.slice(4), "any"];
const predicates = ["is_late", "is_sent"];
const truths = ["False", "True"];
const literals = ["false", "null", "true"];
const events = ["after_action", "agent_finish", "before_action", "state_change"];
const enforcements = [
  ...["allow", "invoke_action", "llm_self_reflect", "log", "none", "skip", "stop", "user_inspection", "warn"],
  ...["follow_dist", "plan:cruise:Speed"],
];
const operators = ["!=", "<", "<=", "==", ">", ">=", "contains", "ends_with", "in", "matches", "not in", "starts_with"];
const afterValue = [...operators.slice(0, 8), "from", ...operators.slice(8, 11), "only from", "starts_with"];
const send = "rule @a trigger Gmail.SendEmail";
const checks = [...args, ...predicates, ...roots];

describe("completion", () => {
  it.each<readonly [marked: string, labels: readonly string[]]>([
    // Between rules.
    ["‸", ["rule … end", "test … end", "default", "let", "on", "rule", "trust", "untrusted"]],
    ["ru‸", ["rule … end", "test … end", "default", "let", "on", "rule", "trust", "untrusted"]],
    ["rule @a trigger X check enforce stop end ‸", ["rule … end", "test … end", "rule"]],
    ["some words ‸", []],
    ["default deny\n‸", ["rule … end", "test … end", "let", "on", "rule", "trust", "untrusted"]],
    ["on unknown stop\non ‸", ["error"]],
    ["on unknown stop\non error stop\n‸", ["rule … end", "test … end", "default", "let", "rule", "trust", "untrusted"]],
    ["rule @a trigger X check enforce stop end on ‸", []],
    ["rule @a trigger X check enforce stop end\ndefault ‸", []],
    ["default ‸", ["allow", "deny"]],
    ["default deny\non ‸", ["error", "unknown"]],
    ["on unknown sto‸", ["code", "ignore", "path", "stop", "user_inspection", "violated"]],
    ["on unknown path ‸", ["ignore", "stop", "user_inspection", "violated"]],
    ["on unknown stop\non unknown ‸", ["code", "path"]],
    ["rule @a on ‸", ["unknown"]],
    ["rule @a on unknown ‸", ["code", "ignore", "path", "stop", "user_inspection", "violated"]],
    [
      "rule @a on unknown path ‸",
      ["ignore", "stop", "user_inspection", "violated", "on", "priority", "severity", "trigger"],
    ],
    ["rule @a on unknown path ignore tri‸", ["on", "priority", "severity", "trigger"]],
    // From the name to the check.
    ["rule ‸", []],
    ["rule @‸", []],
    ["rule @a ‸", ["on", "priority", "severity", "trigger"]],
    ["rule @a severity ‸", ["critical", "high", "info", "low", "medium"]],
    ["rule @a severity low priority ‸", []],
    ["rule @a severity low tri‸", ["on", "priority", "trigger"]],
    ["rule @severity ‸", ["on", "priority", "severity", "trigger"]],
    ["rule @a trigger ‸", [...tools.slice(0, 4), ...tools.slice(4), ...events, "any"]],
    ["rule @a trigger Gm‸", [...tools, ...events, "any"]],
    ["rule @a trigger Gmail.‸", ["List", "SendEmail", "any"]],
    ["rule @a trigger Home.‸", ["Turn On", "any"]],
    ["rule @a trigger X check enforce invoke_action(G‸.SendEmail, {}) end", ["Gmail", "Home"]],
    ["rule @a trigger any.‸", ["List", "SendEmail", "Shell", "Turn On", "any"]],
    ["rule @a trigger Nowhere.‸", ["any"]],
    ["rule @a trigger Gm‸ail.SendEmail check enforce stop end", ["Gmail", "Home", "any"]],
    ["rule @a trigger after_action ‸", [...tools, "any", "check", "enforce", "let"]],
    ["rule @a trigger X | ‸", [...tools, "any"]],
    [`${send} ‸`, ["check", "enforce", "let"]],
    [`${send} let x = ‸`, [...args.slice(0, 0), ...args, "invoke_action", ...roots, ...stepValues, ...literals]],
    [`${send} let x = 1 let y = ‸`, [...args, "invoke_action", "x", ...roots, ...stepValues, ...literals]],
    // In the check.
    [`${send} check ‸`, [...checks, ...inCheck, ...truths]],
    [`${send} check is_‸`, [...checks, ...inCheck, ...truths]],
    [`${send} check !‸`, [...checks, ...questions, ...truths]],
    [`${send} check is_late & (‸`, [...checks, ...questions, ...truths]],
    [`${send} check is_late ‸`, [...checks, ...inCheck, ...truths]],
    [`${send} check args.‸`, ["body", "options", "priority", "to"]],
    [`${send} check args.options.‸`, ["draft"]],
    [`${send} check args[‸`, ['"body"', '"options"', '"priority"', '"to"']],
    [`${send} check ar‸gs.to contains "x" enforce stop end`, [...predicates, ...roots, ...inCheck, ...truths]],
    [`${send} check action.‸`, ["args", "id", "name", "repairKinds"]],
    [`${send} check action.args.‸`, ["body", "options", "priority", "to"]],
    [`${send} check nothing.‸`, []],
    [`${send} let x = {"k": 1} check x.‸`, ["k"]],
    [`${send} let x = invoke_action(Gmail.SendEmail, {}) check x.‸`, ["id"]],
    [`${send} let x = args.options check x.‸`, ["draft"]],
    [`${send} check args.priority ‸`, afterValue],
    [`${send} let x = 1 check x ‸`, [...afterValue, ...[...args, ...predicates, "x"], ...roots, ...inCheck, ...truths]],
    [
      `${send} check args contains {} ‸`,
      [...afterValue.slice(0, 9), "ignoring case", ...afterValue.slice(9), ...checks, ...inCheck, ...truths],
    ],
    [`${send} check args.priority not ‸`, ["in"]],
    [`${send} check False !‸`, [...checks, ...questions, ...truths]],
    [`${send} check args.priority == ‸`, ['"high"', '"low"', ...args, ...roots, ...stepValues, ...literals]],
    [`${send} check args.priority in ["low", ‸`, ['"high"', '"low"', ...args, ...roots, ...stepValues, ...literals]],
    [`${send} check args.options.draft == ‸`, ["false", "true", ...args, ...roots, ...stepValues, "null"]],
    [`${send} check is_sent(‸`, ['"fast"', '"slow"', "3", ...args, ...roots, ...stepValues, ...literals]],
    [`${send} check is_sent("fast", [1, 2], ‸`, [...args, ...roots, ...stepValues, ...literals]],
    // In questions about earlier steps.
    [`${send} check once(‸`, [...tools, "any"]],
    [`${send} check once(Gmail.‸`, ["List", "SendEmail", "any"]],
    [`${send} check !once(Gmail.List ‸`, ["since", "where", "within"]],
    [
      `${send} check once(Gmail.List where ‸`,
      [...args, ...predicates, ...roots.slice(0, 5), "step", "trajectory", ...questions, ...truths],
    ],
    [`${send} check once(Gmail.SendEmail where step.‸`, ["args", "at", "result", "status", "tool"]],
    [`${send} check once(Gmail.SendEmail where step.args.‸`, ["body", "options", "priority", "to"]],
    [
      `${send} check once(Gmail.List | Gmail.Send* where step.args.priority == args.‸`,
      args.map((name) => name.slice(5)),
    ],
    [`${send} check once(Gmail.List where step.status == "success" ‸`, ["ignoring case", "since", "within"]],
    [`${send} check once(Gmail.List since ‸`, [...tools, "any"]],
    [`${send} check count(Gmail.List since Gmail.SendEmail ‸`, ["within"]],
    [`${send} check count(Gmail.List within 10 ‸`, ["step", "steps"]],
    [`${send} check sum(‸`, [...args, ...roots.slice(0, 5), "step", "trajectory", ...stepValues, ...literals]],
    [`${send} check last(Gmail.‸`, ["List", "SendEmail", "any"]],
    [`${send} check last(Gmail.List).‸`, ["args", "at", "result", "status", "tool"]],
    [`${send} check args.to from ‸`, sourceItems],
    [`${send} check args.to only from (prompt, ‸`, sourceItems],
    [`${send} check every(args.to, ‸`, operators],
    [`${send} check every(args.to, not ‸`, ["in"]],
    [
      "rule @a trigger after_action Shell check ‸",
      ["args.command", ...predicates, "action", "args", "now", "observation", ...roots.slice(3), ...inCheck, ...truths],
    ],
    ["trust ‸", [...tools.slice(0, 4), "prompt", ...tools.slice(4), "any"]],
    ["untrusted prompt, Gmail.‸", ["List", "SendEmail", "any"]],
    // In the enforcements.
    [`${send} check enforce ‸`, enforcements],
    [`${send} check enforce stop ‸`, [...enforcements.slice(0, 9), ...enforcements.slice(9), "end"]],
    [`${send} check enforce invoke_action(‸`, tools.slice(0, 4)],
    [`${send} check enforce invoke_action(Gmail.‸`, ["List", "SendEmail"]],
    [`${send} check enforce invoke_action(Gmail.SendEmail, ‸`, ['{ "to", "body" }']],
    [`${send} check enforce invoke_action(Gmail.SendEmail, {‸`, ['"body"', '"to"', '"options"', '"priority"']],
    [`${send} check enforce invoke_action(Gmail.SendEmail, {"to": [], ‸`, ['"body"', '"options"', '"priority"']],
    [`${send} check enforce invoke_action(Gmail.SendEmail, {"options": {‸`, ['"draft"']],
    [
      `${send} check enforce invoke_action(Gmail.SendEmail, {"options": {"to": 1}, ‸ "body": ""}) stop end`,
      ['"to"', '"priority"'],
    ],
    [
      `${send} check enforce invoke_action(Gmail.SendEmail, {"priority": ‸`,
      ['"high"', '"low"', ...args, ...roots, ...stepValues, ...literals],
    ],
    [`${send} check enforce follow_dist(‸`, literals],
    [`${send} check enforce plan:‸`, ["cruise:Speed"]],
    [`${send} check enforce plan:cru‸ise:Speed = 1 end`, ["cruise"]],
    [`${send} check enforce user_inspection(‸`, []],
    [
      `rule @b trigger X check enforce user_inspection(add_contact, other) end ${send} check enforce user_inspection(other, ‸`,
      ["add_contact"],
    ],
    // In messages.
    [`${send} check enforce warn("to ‸`, []],
    [`${send} check enforce warn("to \${‸`, [...args, ...roots]],
    [`${send} check enforce warn("to \${args.‸") end`, ["body", "options", "priority", "to"]],
    [`${send} check enforce user_inspection("to \${args.op‸tions.draft}") end`, ["body", "options", "priority", "to"]],
    [`${send} let x = {"k": 1} check enforce log("\${x.‸}") end`, ["k"]],
    [`${send} check enforce log("\${ar‸gs.to}") end`, roots],
    [`${send} check enforce log("\${\\u0061r‸}") end`, []],
    [`${send} check enforce warn("$\${args.‸") end`, []],
    [`${send} check enforce warn("\${args.to} ‸") end`, []],
    // In other strings: the strings that fit there.
    [`${send} check args.priority == "‸" enforce stop end`, ['"high"', '"low"']],
    [`${send} check args.priority == "lo‸ enforce stop end`, ['"high"', '"low"']],
    [`${send} check args.priority in ["low", 'h‸igh'] enforce stop end`, ['"high"', '"low"']],
    [`${send} check is_sent("\${args.‸") enforce stop end`, ['"fast"', '"slow"']],
    [`${send} check args["‸"] == 1 enforce stop end`, ['"body"', '"options"', '"priority"', '"to"']],
    [`${send} check enforce invoke_action(Gmail.SendEmail, {"to": [], "b‸"`, ['"body"', '"options"', '"priority"']],
    [`${send} check enforce invoke_action(Gmail.SendEmail, {"options": {"‸`, ['"draft"']],
    [`${send} check enforce invoke_action("Gm‸`, ['"Gmail.List"', '"Gmail.SendEmail"', '"Home.Turn On"', '"Shell"']],
    ['rule @a trigger "Home‸', ['"Gmail.List"', '"Gmail.SendEmail"', '"Home.Turn On"', '"Shell"']],
    ['rule @a trigger Home."‸"', ['"Turn On"']],
    // Where nothing fits.
    [`${send} check args.body == "‸" enforce stop end`, []],
    [`${send} check "‸" == args.priority enforce stop end`, []],
    [`${send} check enforce invoke_action(Gmail.SendEmail, "‸"`, []],
    [`${send} check args.body == "open ‸`, []],
    [`${send} check args.size > 10‸`, []],
    [`${send} // ‸`, []],
    [`${send} /* ‸ */ check enforce stop end`, []],
    [`${send} /* ‸`, []],
  ])("%s", (marked, labels) => {
    const { program, offset } = openAt(marked);
    expect(completionsAt(program, offset).map(({ label }) => label)).toEqual(labels);
  });

  it.each<readonly [what: string, marked: string, label: string]>([
    ["a comma is missing", `${send} check is_sent("fast" ok, ‸`, "args.to"],
    ["a line is not closed", `${send} check\n  is_sent(args\n  is_late\n  args.‸`, "to"],
    ["a keyword is misspelt", "rule @a trigger X chekc p enforce ‸", "stop"],
    ["the name is missing", "rule trigger Gmail.‸", "SendEmail"],
    ["the previous rule has no end", "rule @b trigger X check p\nrule @a trigger Gmail.‸", "SendEmail"],
    ["the previous binding is incomplete", `${send} let x = check args.‸`, "to"],
    ["trigger is written twice", "rule @a trigger trigger ‸", "any"],
  ])("works where %s", (_, marked, label) => {
    const { program, offset } = openAt(marked);
    expect(completionsAt(program, offset).map((item) => item.label)).toContain(label);
  });

  it.each<readonly [marked: string, label: string, text: string]>([
    ["rule @a trigger Gm‸", "Gmail.SendEmail", "rule @a trigger Gmail.SendEmail"],
    ["rule @a trigger Gmail.Se‸nd check", "SendEmail", "rule @a trigger Gmail.SendEmail check"],
    ["rule @a trigger Gmail.‸Send check", "SendEmail", "rule @a trigger Gmail.SendEmailSend check"],
    ["rule @a trigger ‸", "Home.Turn On", 'rule @a trigger "Home.Turn On"'],
    ["rule @a trigger Home.‸", "Turn On", 'rule @a trigger Home."Turn On"'],
    [`${send} check is‸`, "is_sent", `${send} check is_sent($1)`],
    [`${send} check is‸(args.to)`, "is_sent", `${send} check is_sent(args.to)`],
    ["rule @a trigger Home.any check ‸", 'args["in room"]', 'rule @a trigger Home.any check args["in room"]'],
    ["rule @a trigger X check enforce st‸ end", "stop", "rule @a trigger X check enforce stop end"],
    ["rule @a trigger X check enforce wa‸", "warn", 'rule @a trigger X check enforce warn("$1")'],
    ["rule @a trigger X check enforce wa‸(", "warn", "rule @a trigger X check enforce warn("],
    ["rule @a trigger X check enforce f‸", "follow_dist", "rule @a trigger X check enforce follow_dist($1)"],
    [
      "rule @a trigger X check enforce p‸",
      "plan:cruise:Speed",
      "rule @a trigger X check enforce plan:cruise:Speed = $1",
    ],
    [`${send} check enforce log("\${args.t‸o}")`, "body", `${send} check enforce log("\${args.body}")`],
    [
      "rule @a trigger X check enforce plan:cruise:Sp‸ = 1 end",
      "Speed",
      "rule @a trigger X check enforce plan:cruise:Speed = 1 end",
    ],
    [
      "rule @a trigger X check enforce plan:cr‸",
      "cruise:Speed",
      "rule @a trigger X check enforce plan:cruise:Speed = $1",
    ],
    [`${send} check args.priority == "lo‸"`, '"low"', `${send} check args.priority == "low"`],
    [`${send} check args.priority == "lo‸ enforce stop`, '"low"', `${send} check args.priority == "low" enforce stop`],
    [
      `${send} check enforce invoke_action(Shell, {"‸"})`,
      '"command"',
      `${send} check enforce invoke_action(Shell, {"command": })`,
    ],
    [
      `${send} check enforce invoke_action(Shell, {c‸: 1})`,
      '"command"',
      `${send} check enforce invoke_action(Shell, {"command": 1})`,
    ],
    ['rule @a trigger "Home.T‸" check', '"Home.Turn On"', 'rule @a trigger "Home.Turn On" check'],
    [
      `rule @a trigger Home.any check enforce warn("\${‸}") end`,
      'args["in room"]',
      `rule @a trigger Home.any check enforce warn("\${args[\\"in room\\"]}") end`,
    ],
    [
      `rule @a trigger Home.any check enforce warn("\${args[‸]}") end`,
      '"in room"',
      `rule @a trigger Home.any check enforce warn("\${args[\\"in room\\"]}") end`,
    ],
    [
      "rule @a trigger X check enforce invoke_action(Gmail.SendEmail, ‸)",
      '{ "to", "body" }',
      'rule @a trigger X check enforce invoke_action(Gmail.SendEmail, {"to": $1, "body": $2})',
    ],
  ])("%s: inserts %s", (marked, label, text) => {
    const { program, offset } = openAt(marked);
    const item = completionsAt(program, offset).find((one) => one.label === label);
    expect(item && applyEdits(program.text, [item.textEdit])).toBe(text);
  });

  it.each<readonly [name: string, marked: string, label: string, text: string]>([
    ["check", "rule @a trigger after_action ‸", "check", 'rule @a trigger after_action "check"'],
    ["check", "rule @a trigger after_action ‸", "check", "rule @a trigger after_action check"],
    ["Kit.end", "rule @a trigger Kit.‸", "end", "rule @a trigger Kit.end"],
    [
      "Kit.end",
      "rule @a trigger X check enforce invoke_action(Kit.‸",
      "end",
      "rule @a trigger X check enforce invoke_action(Kit.end",
    ],
    ['Kit.a"b', "rule @a trigger Kit.‸", 'a"b', String.raw`rule @a trigger Kit."a\"b"`],
    ["a.b.c", "rule @a trigger a.‸", "b.c", 'rule @a trigger a."b.c"'],
    ["__proto__.constructor", "rule @a trigger __proto__.‸", "constructor", "rule @a trigger __proto__.constructor"],
    ["工具.发送", "rule @a trigger 工‸", "工具.发送", "rule @a trigger 工具.发送"],
  ])("suggests the tool %s: %s inserts %s", (name, marked, label, text) => {
    const { program, offset } = openAt(marked, { tools: [{ name, parameters: {} }] });
    const items = completionsAt(program, offset).filter((item) => item.label === label);
    expect(items.map(({ textEdit }) => applyEdits(program.text, [textEdit]))).toContain(text);
  });

  it("documents the keywords of the header", () => {
    const { program, offset } = openAt("on unknown ‸");
    expect(completionsAt(program, offset).find(({ label }) => label === "ignore")).toMatchObject({
      label: "ignore",
      documentation: "The rule is ignored.",
    });
  });

  it("suggests no quoted toolkit in invoke_action", () => {
    const catalogue = { tools: ["My Kit.x", "Kit.x"].map((name) => ({ name, parameters: {} })) };
    const { program, offset } = openAt("rule @a trigger X check enforce invoke_action(K‸.x, {}) end", catalogue);
    expect(completionsAt(program, offset).map(({ label }) => label)).toEqual(["Kit"]);
  });

  it.each([
    ['"', `"\${args[\\"it's\\"]}"`],
    ["'", `'\${args[\\"it\\'s\\"]}'`],
  ])("escapes an argument name for a message in %s quotes", (quote, message) => {
    const tool = { name: "X", parameters: { properties: { "it's": {} } } };
    const { program, offset } = openAt(`rule @a trigger X check enforce warn(${quote}\${‸}${quote}) end`, {
      tools: [tool],
    });
    const item = completionsAt(program, offset).find(({ label }) => label === `args["it's"]`);
    const text = applyEdits(program.text, item === undefined ? [] : [item.textEdit]);
    expect(text).toBe(`rule @a trigger X check enforce warn(${message}) end`);
    const [enforcement] = readProgram(text).partialProgram.rules[0]?.enforce ?? [];
    expect(enforcement).toMatchObject({ message: { parts: [{ type: "reference", path: ["it's"] }] } });
  });

  it("returns the kind, signature and description of an item", () => {
    const { program, offset } = openAt("rule @a trigger Gmail.‸");
    expect(completionsAt(program, offset)[1]).toMatchObject({
      label: "SendEmail",
      kind: "Method",
      detail: 'Gmail.SendEmail(to: string[], body: string, priority?: "low" | "high", options?: object) → object',
      documentation: "Sends a mail.",
      insertTextFormat: "PlainText",
    });
    const to = openAt(`${send} check args.‸`);
    expect(completionsAt(to.program, to.offset).at(-1)).toMatchObject({
      detail: "string[]",
      documentation: "Who gets it.",
    });
  });

  it("suggests the predicates of other rules if the catalogue has no predicates", () => {
    const { program, offset } = openAt("rule @b trigger X check is_odd enforce stop end rule @a trigger X check ‸", {});
    expect(completionsAt(program, offset).map(({ label }) => label)).toContain("is_odd");
  });

  it.each<readonly [marked: string, labels: readonly string[]]>([
    ["trigger ‸", ["Gmail.Send", "Shell", "X", "Gmail.any", ...events, "any"]],
    ["trigger Gmail.‸", ["Send", "any"]],
    ["trigger X check enforce invoke_action(‸", ["Gmail.Send", "Shell", "X"]],
  ])("suggests the tools of other rules if the catalogue has no tools: %s", (marked, labels) => {
    const other = "rule @b trigger Gmail.Send | X | any check enforce invoke_action(Shell, {}) end";
    const { program, offset } = openAt(`${other} rule @a ${marked}`, {});
    const items = completionsAt(program, offset);
    expect(items.map(({ label }) => label)).toEqual(labels);
    expect(items[0]?.detail).toBeUndefined();
  });

  it.each<readonly [marked: string, label: string]>([
    ["check args.options.‸", "draft"],
    ["check args.priority == ‸", '"high"'],
    ["let p = args.priority check p == ‸", '"high"'],
  ])("suggests an argument that only one of the tools has: %s", (marked, label) => {
    for (const other of ["Home.any", "Nowhere.Nothing"]) {
      const { program, offset } = openAt(`rule @a trigger Gmail.SendEmail | ${other} ${marked}`);
      expect(completionsAt(program, offset).map((item) => item.label)).toContain(label);
    }
  });

  it("suggests a rule snippet that parses with its default values", () => {
    const [item] = completionsAt(openProgram(""), 0);
    expect(readProgram(filled(item?.textEdit.newText ?? "")).issues).toEqual([]);
  });

  it("adds no issue before the offset when an item is inserted, in generated programs cut off anywhere", () => {
    const numbers = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), numbers, fc.nat(), fc.nat(), (generated, gaps, spellings, at, nth) => {
        const choose = choosing(() => spellings.next().value);
        const whole = print(generated, () => gaps.next().value, choose);
        const text = whole.slice(0, at % (whole.length + 1));
        const program = openProgram(
          text,
          catalogueFor(readProgram(whole).partialProgram, () => 0),
        );
        const items = completionsAt(program, text.length);
        const item = items[nth % items.length];
        // Before `enforce` is written, a predicate with the name of an enforcement is parsed as an enforcement.
        const isLikeEnforcement = item?.kind !== "Keyword" && enforcements.includes(item?.label ?? "");
        if (item !== undefined && !isLikeEnforcement) expectNoNewIssue(text, item);
      }),
      { numRuns: runs(80, 10_000) },
    );
  });

  it("suggests predicates in parentheses after a name that could have arguments", () => {
    const text = "rule r trigger any check q (args.x == 0 | ";
    const program = openProgram(text, { predicates: [{ name: "is_sent" }] });
    expect(completionsAt(program, text.length).map(({ label }) => label)).toContain("is_sent");
  });

  it("suggests the names that are already there, in generated programs whose catalogue has them", () => {
    fc.assert(
      fc.property(tree, (generated) => {
        const text = print(generated, () => " ");
        const { partialProgram: read } = readProgram(text);
        const program = openProgram(
          text,
          catalogueFor(read, () => 0),
        );
        const expectAt = ({ start }: TextRange, label: string): void => {
          // Completion doesn't parse the first words of a line with hundreds of words before the offset.
          const rule = read.rules.findLast(({ range }) => range.start.offset <= start.offset);
          if (start.offset - (rule?.range.start.offset ?? 0) > 600) return;
          expect(completionsAt(program, start.offset).map((item) => item.label)).toContain(label);
        };
        for (const rule of read.rules) {
          for (const one of rule.enforce) expectAt(one.range, one.type === "domain" ? one.name : one.type);
        }
        visit(read, {
          predicate: ({ name, range }) => expectAt(range, name),
          tool_pattern: ({ toolkit, tool, range }) => {
            const name = `${toolkit}.${tool}`;
            if (toolkit !== "any" && text.startsWith(name, range.start.offset)) expectAt(range, name);
          },
        });
      }),
      { numRuns: runs(20, 6_000) },
    );
  });
});

/** Expects that inserting an item adds no issue to the text before it. */
function expectNoNewIssue(text: string, item: CompletionItem): void {
  const { offset } = item.textEdit.range.start;
  const countIssues = (source: string, isBefore: (range: TextRange) => boolean): number =>
    readProgram(source).issues.filter(({ code, range }) => code !== "no_rule" && range !== undefined && isBefore(range))
      .length;
  const counts = [text, text.slice(0, offset)].map((source) =>
    countIssues(source, ({ start }) => start.offset < offset),
  );
  const inserted = filled(applyEdits(text, [item.textEdit]));
  const details = JSON.stringify({ text, item, inserted });
  expect(
    countIssues(inserted, ({ end }) => end.offset <= offset),
    details,
  ).toBeLessThanOrEqual(Math.max(...counts));
}

/** Replaces the tab stops of a snippet by their default values. */
function filled(text: string): string {
  return text.replace(/(?<!\\)\$(?:\d|\{\d:([^}]*)\})/g, "$1").replace(/\\([\\$}])/g, "$1");
}

it("suggests nothing within a text that is too long", () => {
  const text = `${" ".repeat(1_000_000)}rule @a trigger `;
  expect(completionsAt(openProgram(text, host), text.length).map(({ label }) => label)).not.toContain("any");
});
