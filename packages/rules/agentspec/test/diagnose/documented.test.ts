import { readdirSync, readFileSync } from "node:fs";
import { type CataloguePredicate, diagnose, toolsFromDocuments } from "@helve/agentspec";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/diagnostics.md", import.meta.url), "utf8");
const { documents, predicates, enforcements } = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? "{}");
const host = { tools: toolsFromDocuments(documents), predicates: predicates.map(withArguments), enforcements };

function withArguments({ argumentFor, ...predicate }: CataloguePredicate & { readonly argumentFor?: unknown }) {
  const known = new Map(Object.entries(argumentFor ?? {}));
  return { ...predicate, ...(argumentFor !== undefined && { argumentFor: (tool: string) => known.get(tool) }) };
}

const sections = page.split(/^### /m).slice(1);
const documented = sections.flatMap((section) => {
  const [code, examples] = [/^`(\w+)`/.exec(section)?.[1], [...section.matchAll(/```agentspec\n(.*?)```/gs)]];
  return code === undefined ? [] : [{ code, bad: examples[0]?.[1] ?? "", good: examples[1]?.[1] ?? "" }];
});

describe("docs/diagnostics.md", () => {
  it.each(documented)("reports $code for the bad example and nothing for the good one", ({ code, bad, good }) => {
    const found = diagnose(bad, host);
    expect(found.map((issue) => issue.code)).toContain(code);
    for (const { severity } of found) expect(["error", "warning", "info"]).toContain(severity);
    expect(good).not.toBe("");
    expect(diagnose(good, host)).toEqual([]);
  });

  it("documents the severity of each code", () => {
    for (const [index, { code, bad }] of documented.entries()) {
      const says = /^(Error|Warning|Info)[.;]/m.exec(sections[index] ?? "")?.[1] ?? "Error";
      const severities = diagnose(bad, host).flatMap((issue) => (issue.code === code ? [issue.severity] : []));
      expect(severities, code).toContain(says.toLowerCase());
    }
  });

  it("documents every code", () => {
    const source = sourcesIn(new URL("../../src/", import.meta.url));
    const codes = source.matchAll(/(?:\bcode: |\breport\((?:this\.)?reading, |\bmissing: )"(\w+_\w+)"/g);
    for (const [, code] of codes) {
      const advice = `The diagnostic "${code}" is not in docs/diagnostics.md: add a section with a bad and a good example.`;
      expect(page.includes(`\`${code}\``), advice).toBe(true);
    }
    expect(page).toContain("`always_true`");
  });
});

function sourcesIn(folder: URL): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^(?:program-json|format|explain)/.test(name))
    .map((entry) =>
      entry.isDirectory()
        ? sourcesIn(new URL(`${entry.name}/`, folder))
        : readFileSync(new URL(entry.name, folder), "utf8"),
    )
    .join("\n");
}
