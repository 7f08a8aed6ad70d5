import {
  applyEdits,
  completionsAt,
  definitionAt,
  documentSymbols,
  hoverAt,
  openProgram,
  renameAt,
  semanticTokens,
} from "@helve/language-service";
import { describe, expect, it } from "vitest";
import { openAt } from "./example-catalogue.ts";

const rules = "rule @ask trigger Gmail.SendEmail check enforce user_inspection end\n";
const test =
  'test "a mail"\nafter Web.Read({"url": "x"}) -> "text" failed 2h ago\nwhen Gmail.SendEmail()\nexpect user_inspection by only @ask, other\nend\n';

function labelsAt(marked: string): readonly string[] {
  const { program, offset } = openAt(marked);
  return completionsAt(program, offset).map(({ label }) => label);
}

describe("a test of rules", () => {
  it("is highlighted", () => {
    const text = rules + test;
    const found = semanticTokens(openProgram(text))
      .filter(({ range }) => range.start.offset >= rules.length)
      .map(({ range, type }) => `${text.slice(range.start.offset, range.end.offset)} ${type}`);
    expect(found).toEqual([
      ...["test keyword", '"a mail" string'],
      ...[
        "after keyword",
        "Web namespace",
        "Read method",
        '"url" property',
        '"x" string',
        "-> operator",
        '"text" string',
      ],
      ...["failed keyword", "2h number", "ago keyword"],
      ...["when keyword", "Gmail namespace", "SendEmail method"],
      ...["expect keyword", "user_inspection keyword", "by keyword", "only keyword", "ask class", "other class"],
      "end keyword",
    ]);
  });

  it("is in the outline, in the order of the text", () => {
    const symbols = documentSymbols(openProgram(`${test}${rules}${test.replace("a mail", "b")}`));
    expect(symbols.map(({ name, kind }) => [name, kind])).toEqual([
      ["a mail", "Method"],
      ["ask", "Class"],
      ["b", "Method"],
    ]);
  });

  it.each([
    ['rule @a‸sk trigger X check enforce stop end test "t" when X() expect stop by @ask end'],
    ['rule @ask trigger X check enforce stop end test "t" when X() expect stop by @as‸k end'],
    ['rule @ask trigger X check enforce stop end\ntest "t"\nwhen X()\nexpect stop by ‸ask\nend'],
  ])("has the name of a rule, which is renamed with it: %s", (marked) => {
    const { program, offset } = openAt(marked);
    const renaming = renameAt(program, offset, "inspect");
    const text = renaming.kind === "edits" ? applyEdits(program.text, renaming.edits) : renaming.reason;
    expect(text).toBe(program.text.replaceAll("ask", "inspect"));
  });

  it("leads to the rule that it names, and explains it", () => {
    const { program, offset } = openAt(
      'rule @ask trigger X check enforce stop end test "t" when X() expect stop by @a‸sk end',
    );
    expect(definitionAt(program, offset)?.targetSelectionRange.start.offset).toBe(6);
    expect(hoverAt(program, offset)?.contents).toContain("about to run X, stop");
  });

  it.each<readonly [marked: string, labels: readonly string[]]>([
    ['test "t" ‸', ["after", "given", "when"]],
    ['test "t" gi‸', ["after", "given", "when"]],
    ['test "t" given ‸', ["now", "prompt", "state"]],
    ['test "t" when X() ‸', ["expect"]],
    ['test "t" when X() expect stop ‸', ["by", "end"]],
    [`${rules}test "t" when X() expect stop by ‸`, ["@ask"]],
    [`${rules}test "t" when X() expect stop by @‸`, ["ask"]],
    ['test "t" when X({‸', []],
    ['test "t" after X() 2h‸', []],
    ['test "t" after X() 2h ‸', ["ago"]],
    ['test "‸', []],
  ])("is completed: %s", (marked, labels) => {
    expect(labelsAt(marked)).toEqual(labels);
  });

  it("is completed with tools, events and outcomes", () => {
    expect(labelsAt('test "t" when ‸')).toEqual(
      expect.arrayContaining(["Gmail.SendEmail", "after_action", "agent_finish"]),
    );
    expect(labelsAt('test "t" after ‸')).not.toContain("after_action");
    expect(labelsAt('test "t" when X() expect ‸')).toEqual(
      expect.arrayContaining(["allow", "stop", "unknown", "rewritten"]),
    );
  });
});
