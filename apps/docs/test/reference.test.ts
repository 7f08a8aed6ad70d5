import { readFileSync } from "node:fs";
import { comparisonOperators, enforcementNames, triggerEvents } from "@helve/agentspec/internal";
import { predicateCatalogue } from "@helve/predicates";
import { beforeAll, expect, it } from "vitest";
import type { ReferencePage } from "../src/reference/page.ts";
import { referencePages } from "../src/reference/write-reference.ts";

let pages: ReadonlyMap<string, ReferencePage>;
beforeAll(async () => {
  pages = new Map((await referencePages()).map((page) => [page.path, page]));
});
const text = (path: string): string => pages.get(path)?.text ?? "";

it.each(["reference/language-card.md", "zh/reference/language-card.md"])(
  "%s shows every word of the language",
  (path) => {
    for (const word of [...enforcementNames, ...comparisonOperators, ...triggerEvents])
      expect(text(path)).toContain(word);
  },
);

it("the language card explains the same lines in English and in Chinese", () => {
  const lines = (path: string) => Array.from(text(path).matchAll(/^\| (`.*?`) \|/gm), ([, line]) => line);
  expect(lines("zh/reference/language-card.md")).toEqual(lines("reference/language-card.md"));
  expect(text("zh/reference/language-card.md")).toMatch(/当智能体将要运行/);
});

it("draws each production of the grammar and writes it beside the diagram", () => {
  const ebnf = readFileSync(new URL("../../../packages/rules/agentspec/docs/grammar.ebnf", import.meta.url), "utf8");
  const productions = ebnf.trimEnd().split("\n\n");
  for (const production of productions)
    expect(text("reference/grammar.md")).toContain(`\`\`\`text\n${production}\n\`\`\``);
  const diagrams = text("reference/grammar.md").match(/<svg /g)?.length ?? 0;
  expect(diagrams).toBeGreaterThan(50);
  expect(diagrams).toBeLessThanOrEqual(productions.length);
});

it("has every ready predicate, with a call for which it is true and one for which it is false", () => {
  for (const { name } of predicateCatalogue) expect(text("reference/predicates.md")).toContain(`\`${name}`);
  const values = Array.from(
    text("reference/predicates.md").matchAll(/^\| .* \| (true|false) \|/gm),
    ([, value]) => value,
  );
  expect(values.filter((value) => value === "true")).toHaveLength(values.length / 2);
});

it("has every enforcement with a verdict of the engine", () => {
  for (const name of enforcementNames)
    expect(text("reference/enforcements.md")).toMatch(new RegExp(`## ${name}\n[^#]*Verdict: \``));
});
