import { diagnose } from "@helve/agentspec";
import { formatIssue } from "@helve/core";
import { predicateCatalogue } from "@helve/predicates";
import { expect, it } from "vitest";
import { metaMember } from "../src/markdown/code-meta.ts";
import { pages } from "./pages.ts";

/** The names that a block says its host has besides the ready predicates: `predicates="is_internal knows"`. */
function ownPredicates(meta: string): readonly { readonly name: string }[] {
  const names = metaMember(meta, "predicates")?.split(" ") ?? [];
  return names.map((name) => ({ name }));
}

const rules = pages.flatMap(({ name, blocks }) =>
  blocks.flatMap((block) => (block.language === "agentspec" ? [[`${name}:${block.line}`, block] as const] : [])),
);

it("has pages", () => expect(pages).not.toEqual([]));

it.for(rules)("%s: the rules have no problem, unless they are marked as wrong", ([, { text, meta }]) => {
  const issues = diagnose(text, { predicates: [...predicateCatalogue, ...ownPredicates(meta)] });
  if (/\bwrong\b/.test(meta)) expect(issues).not.toEqual([]);
  else expect(issues.map((issue) => formatIssue(issue))).toEqual([]);
});
