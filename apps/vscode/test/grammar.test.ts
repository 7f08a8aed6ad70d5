// The grammar that the extension contains, on the rule files of this repository.

import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parseProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = globSync("{packages/core,packages/*/*,apps/*}/rules/*.agentspec", { cwd: root });

const require = createRequire(import.meta.url);
const grammarFile = require.resolve("@helve/agentspec/textmate/agentspec.tmLanguage.json");
const registry = new textmate.Registry({
  onigLib: oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer).then(() => ({
    createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text: string) => new oniguruma.OnigString(text),
  })),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammarFile, "utf8"), grammarFile),
});
const grammar = await registry.loadGrammar("source.agentspec");

interface Token {
  readonly text: string;
  /** The innermost scope, without the name of the language. */
  readonly scope: string;
}

function tokensOf(text: string): readonly Token[] {
  let state = textmate.INITIAL;
  return text.split("\n").flatMap((line) => {
    const result = grammar?.tokenizeLine(line, state);
    state = result?.ruleStack ?? state;
    return (result?.tokens ?? []).map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      scope: scopes.at(-1)?.replace(/\.agentspec$/, "") ?? "",
    }));
  });
}

const withScope = (tokens: readonly Token[], scope: string): readonly string[] =>
  tokens.filter((token) => token.scope === scope).map(({ text }) => text);

describe.each(files)("the grammar on %s", (file) => {
  const text = readFileSync(`${root}/${file}`, "utf8");
  const program = parseProgram(text);
  const tokens = tokensOf(text);

  it("finds the keywords of each rule and of each test", () => {
    expect(withScope(tokens, "keyword.control.rule")).toHaveLength(program.rules.length);
    expect(withScope(tokens, "keyword.control.trigger")).toHaveLength(program.rules.length);
    expect(withScope(tokens, "keyword.control.enforce")).toHaveLength(program.rules.length);
    const tests = program.tests ?? [];
    expect(withScope(tokens, "keyword.control.end")).toHaveLength(program.rules.length + tests.length);
    for (const [word, count] of [
      ["test", tests.length],
      ["when", tests.length],
      ["expect", tests.length],
      ["after", tests.flatMap(({ steps }) => steps ?? []).length],
    ] as const) {
      expect(withScope(tokens, "keyword.control.test").filter((text) => text === word)).toHaveLength(count);
    }
  });

  it("finds the names of the rules, also in tests", () => {
    const names = [
      ...program.rules.map(({ name }) => name),
      ...(program.tests ?? []).flatMap(({ expect: { rules = [] } }) => rules),
    ];
    expect([...withScope(tokens, "entity.name.function.rule")].sort()).toEqual(names.sort());
  });

  it("finds nothing that is invalid, and gives every word a scope", () => {
    expect(tokens.filter(({ scope }) => scope.startsWith("invalid"))).toEqual([]);
    expect(tokens.filter((token) => token.scope === "source" && /\w/.test(token.text))).toEqual([]);
  });
});
