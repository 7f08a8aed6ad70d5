import { type Rule, readProgram } from "@helve/agentspec";
import { applyEdits, openProgram, prepareRename, renameAt } from "@helve/language-service";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAt } from "./example-catalogue.ts";

function renamed(marked: string, name: string): string {
  const { program, offset } = openAt(marked);
  const renaming = renameAt(program, offset, name);
  return renaming.kind === "edits" ? applyEdits(program.text, renaming.edits) : renaming.reason;
}

describe("rename", () => {
  it.each<readonly [marked: string, name: string, text: string]>([
    ["rule @a‸ trigger X check enforce stop end", "b", "rule @b trigger X check enforce stop end"],
    ["rule @‸a trigger X check enforce stop end", "check", "rule @check trigger X check enforce stop end"],
    ["rule ‸a trigger X check p( enforce stop end", "b", "rule b trigger X check p( enforce stop end"],
    [
      `rule @a trigger X let n = [1] let m = n[0] check p(‸n, args.n) enforce warn("\${n} n") end`,
      "list",
      `rule @a trigger X let list = [1] let m = list[0] check p(list, args.n) enforce warn("\${list} n") end`,
    ],
    [
      "rule @a trigger X let ‸n = 1 check n > 1 enforce stop end rule @b trigger X let n = 1 check n > 1 enforce stop end",
      "m",
      "rule @a trigger X let m = 1 check m > 1 enforce stop end rule @b trigger X let n = 1 check n > 1 enforce stop end",
    ],
    [
      'let ‸n = [1]\nlet m = n\nrule @a trigger X check args.x in n enforce warn("${n}") end rule @b trigger X let k = n check q(m) enforce stop end',
      "list",
      'let list = [1]\nlet m = list\nrule @a trigger X check args.x in list enforce warn("${list}") end rule @b trigger X let k = list check q(m) enforce stop end',
    ],
    [
      "let n = 3\nrule @a trigger X check count(Web.any where step.args.k > n‸ within 1h) > n enforce stop end",
      "limit",
      "let limit = 3\nrule @a trigger X check count(Web.any where step.args.k > limit within 1h) > limit enforce stop end",
    ],
    ["rule @a‸ trigger X check enforce stop end", "a", "rule @a trigger X check enforce stop end"],
  ])("%s to %s", (marked, name, text) => {
    expect(renamed(marked, name)).toBe(text);
  });

  it.each<readonly [marked: string, name: string, reason: string]>([
    [
      "let ‸n = 3\nrule @a trigger X let m = 1 check m > n enforce stop end",
      "m",
      '"m" already has a meaning: choose another name',
    ],
    [
      "rule @a‸ trigger X check enforce stop end",
      "two words",
      '"two words" is not a valid name: expected letters, digits, _ and -, with a letter or _ first',
    ],
    [
      "rule @a‸ trigger X check enforce stop end",
      "",
      '"" is not a valid name: expected letters, digits, _ and -, with a letter or _ first',
    ],
    ["rule a‸ trigger X check enforce stop end", "check", '"check" is a keyword: expected another name'],
    ["rule @a trigger X let n‸ = 1 check enforce stop end", "and", '"and" is a keyword: expected another name'],
    [
      "rule @a‸ trigger X check enforce stop end rule @b trigger X check p(",
      "b",
      'there is already a rule "b", at 1:48: choose another name',
    ],
    [
      "rule @a trigger X let n‸ = 1 check enforce stop end",
      "args",
      '"args" already has a meaning: choose another name',
    ],
    [
      "rule @a trigger X let n‸ = 1 let m = 2 check enforce stop end",
      "m",
      '"m" already has a meaning: choose another name',
    ],
    [
      "rule @a trigger X let n‸ = 1 check size > n enforce stop end",
      "size",
      '"size" would change the meaning of the rule: choose another name',
    ],
    [
      `rule @a trigger X let n‸ = 1 check enforce warn("\${\\u006e}") end`,
      "m",
      'a message refers to "n" with escape sequences: write it without them first',
    ],
    [
      "rule @a trigger X let n‸ = 1 check p( enforce stop end",
      "m",
      "this rule has a mistake: fix it before you rename a let in it",
    ],
    [
      "rule @a trigger X‸ check enforce stop end",
      "b",
      "nothing can be renamed here: expected the name of a rule or of a let",
    ],
  ])("refuses %s to %s", (marked, name, reason) => {
    expect(renamed(marked, name)).toBe(reason);
  });

  it("returns the range and the current name when it is prepared", () => {
    const { program, offset } = openAt(`rule @a trigger X let num = 1 check enforce warn("\${nu‸m}") end`);
    const { placeholder, range } = prepareRename(program, offset) ?? {};
    expect([placeholder, program.text.slice(range?.start.offset, range?.end.offset)]).toEqual(["num", "num"]);
    expect(prepareRename(program, 0)).toBeUndefined();
  });

  it("changes nothing in the syntax tree but the name, in generated programs with any spelling", () => {
    const numbers = fc.infiniteStream(fc.nat());
    let renamedCount = 0;
    const names = fc.constantFrom("other", "p", "contains", "stop", "args2", "end_", "trigge", "let", "x");
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), numbers, names, (generated, gaps, spellings, name) => {
        const choose = choosing(() => spellings.next().value);
        const text = print(generated, () => gaps.next().value, choose);
        const program = openProgram(text);
        const { rules } = readProgram(text).partialProgram;
        for (const [index, rule] of rules.entries()) {
          const expectRenamed = (offset: number): void => {
            const old = prepareRename(program, offset)?.placeholder;
            const renaming = renameAt(program, offset, name);
            if (renaming.kind === "refused" || old === undefined) return;
            const after = readProgram(applyEdits(text, renaming.edits));
            expect(after.issues).toEqual([]);
            expect(after.partialProgram.rules.length).toBe(rules.length);
            const isRule = offset < rule.trigger.range.start.offset;
            const expected = isRule ? { ...rule, name } : withBinding(rule, old, name);
            expect(plain(after.partialProgram.rules[index])).toBe(plain(expected));
            renamedCount++;
          };
          expectRenamed(text.indexOf(rule.name, rule.range.start.offset + 4));
          for (const { name: bound, range } of rule.bindings ?? []) {
            expectRenamed(text.indexOf(bound, range.start.offset + 3));
          }
        }
      }),
      { numRuns: runs(20, 2000) },
    );
    expect(renamedCount).toBeGreaterThan(30);
  });
});

/** A syntax tree as JSON, without ranges. */
function plain(node: unknown): string {
  return JSON.stringify(node, (key, value) => (key === "range" ? undefined : value));
}

/** Copies a rule with another name for one `let` and for the references to it. */
function withBinding(rule: Rule, old: string, name: string): unknown {
  return JSON.parse(JSON.stringify(rule), (_, value) => {
    if (value?.type === "binding" && value.name === old) return { ...value, name };
    const isUse = value?.type === "reference" && value.root === "let" && value.path[0] === old;
    return isUse ? { ...value, path: [name, ...value.path.slice(1)] } : value;
  });
}
