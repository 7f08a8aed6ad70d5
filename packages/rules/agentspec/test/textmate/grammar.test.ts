import { type ProgramNodeType, parseProgram, type Visitor, visit } from "@helve/agentspec";
import { sourceText } from "@helve/core/internal";
import { dialects } from "@helve/testing/agentspec-dialects";
import { type TokenType, tokenMatcher } from "chevrotain";
import { describe, expect, it } from "vitest";
import { tokenize } from "../../src/syntax/tokenize.ts";
import * as t from "../../src/syntax/tokens.ts";
import { isKeywordAt } from "../../src/syntax/tokens.ts";
import { piecesOf, scopeAt } from "./scopes.ts";

/** The scopes allowed for the first character of a node, by node type. Types whose nodes begin with another node are left out. */
const scopes: Partial<Readonly<Record<ProgramNodeType, RegExp>>> = {
  header: /^keyword\.other\.header/,
  rule: /^keyword\.control\.rule/,
  tool_pattern:
    /^(?:entity\.name\.(?:namespace|type)|constant\.language\.any|keyword\.other\.event|punctuation.*string)/,
  binding: /^keyword\.declaration/,
  not: /^(?:keyword\.operator\.logical|variable)/,
  predicate: /^support\.function\.predicate/,
  literal:
    /^(?:constant\.(?:numeric|language)|punctuation\.definition\.string\.begin|string\.unquoted|keyword\.other\.enforcement)/,
  list: /^punctuation\.section\.brackets/,
  object: /^(?:punctuation\.section\.braces|keyword\.other\.enforcement)/,
  entry: /^punctuation\.definition\.string\.begin/,
  reference: /^(?:variable\.(?:language|other)|punctuation\.section\.embedded|keyword\.other\.event)/,
  template: /^punctuation\.definition\.string\.begin/,
  text: /^(?:string\.quoted|constant\.character\.escape)/,
  user_inspection: /^keyword\.other\.enforcement/,
  llm_self_reflect: /^keyword\.other\.enforcement/,
  invoke_action: /^keyword\.other\.enforcement/,
  stop: /^keyword\.other\.enforcement/,
  skip: /^keyword\.other\.enforcement/,
  none: /^keyword\.other\.enforcement/,
  allow: /^keyword\.other\.enforcement/,
  warn: /^keyword\.other\.enforcement/,
  log: /^keyword\.other\.enforcement/,
  domain: /^support\.function\.enforcement/,
};

describe.each(dialects)("the scopes of rules with $name", ({ rules }) => {
  it.each(rules.map(([text]) => text))("agree with the syntax tree: %s", (text) => {
    const program = parseProgram(text);
    const pieces = piecesOf(text);
    const wrong: unknown[] = [];
    const expectScope = (what: string, offset: number, scope: RegExp): void => {
      const found = scopeAt(pieces, offset);
      if (!scope.test(found)) wrong.push([what, text.slice(offset, offset + 15), found]);
    };
    const visitor = Object.fromEntries(
      Object.entries(scopes).map(([type, scope]) => [
        type,
        ({ range }: { readonly range: { readonly start: { readonly offset: number } } }) =>
          expectScope(type, range.start.offset, scope),
      ]),
    ) as Visitor;
    visit(program, visitor);
    for (const { range } of program.comments ?? []) {
      expectScope("comment", range.start.offset, /^(?:comment|punctuation\.definition\.comment)/);
    }
    const { tokens } = tokenize(sourceText(text));
    for (const [index, token] of tokens.entries()) {
      const isSign = [t.And, t.Or, t.Not, t.Compare].some((type) => tokenMatcher(token, type));
      const isWord = [t.Rule, t.Trigger, t.Check, t.Enforce, t.End].some((type) => isKeywordAt(tokens, index, type));
      if (isSign) expectScope("operator", token.startOffset, /^keyword\.operator/);
      if (isWord) expectScope("keyword", token.startOffset, /^keyword\.control/);
    }
    expect(wrong).toEqual([]);
    const names = pieces.flatMap((piece) =>
      piece.scopes.at(-1) === "entity.name.function.rule.agentspec" ? [piece.text] : [],
    );
    expect(names).toEqual(program.rules.map(({ name }) => name));
  });
});

describe("keywords", () => {
  const places = new Map<TokenType, (word: string) => string>([
    [t.Rule, (word) => `${word} @r`],
    [t.Trigger, (word) => `rule @r ${word} any`],
    [t.Check, (word) => `rule @r trigger any ${word} p`],
    [t.Enforce, (word) => `rule @r trigger any check p ${word} log`],
    [t.End, (word) => `rule @r trigger any check p enforce log ${word}`],
    [t.NotWord, (word) => `rule @r trigger any check ${word} p`],
    [t.AndWord, (word) => `rule @r trigger any check p ${word} q`],
    [t.OrWord, (word) => `rule @r trigger any check p ${word} q`],
    [t.CompareWord, (word) => `rule @r trigger any check args.a ${word} ["a"]`],
    [t.TriggerEvent, (word) => `rule @r trigger ${word} X`],
    [t.Let, (word) => `rule @r trigger any ${word} x = 1`],
    [t.Val, (word) => `rule @r trigger any query ${word} x = 1`],
    [t.Severity, (word) => `rule @r ${word} high`],
    [t.Priority, (word) => `rule @r ${word} 10`],
    ...t.enforcementTokens.map((type) => [type, (word: string) => `rule @r trigger any enforce ${word}(1)`] as const),
  ]);
  const words = t.tokenTypes.flatMap((type) => t.tokenWords(type).map((word) => ({ type, word })));

  it.each(words)("have a keyword scope: $word", ({ type, word }) => {
    const text = places.get(type)?.(word) ?? "";
    const piece = piecesOf(text).find((one) => one.text === word);
    expect(piece?.scopes.at(-1)).toMatch(/^keyword\./);
  });

  it("are names after an @ or a dot, and in other clauses than their own", () => {
    const text = "rule @end trigger check_.rule | A.end check stop warn(args.enforce, log) let_ enforce stop end";
    const keywords = piecesOf(text).filter(({ scopes }) => scopes.at(-1)?.startsWith("keyword."));
    expect(keywords.map((one) => one.text)).toEqual(["rule", "trigger", "|", "check", "enforce", "stop", "end"]);
  });

  it("end a string, a list or a call that is not closed", () => {
    const text =
      'rule @a trigger any check p(args.x, ["x\nenforce warn("y ${args.z\nend\nrule @b trigger any enforce stop end';
    const scopes = piecesOf(text).flatMap((one) =>
      /^(?:enforce|end|rule)$/.test(one.text) ? [one.scopes.at(-1)] : [],
    );
    expect(scopes.map((scope) => scope?.replace(".agentspec", ""))).toEqual([
      ...["keyword.control.rule", "keyword.control.enforce", "keyword.control.end"],
      ...["keyword.control.rule", "keyword.control.enforce", "keyword.control.end"],
    ]);
  });
});

describe("messages", () => {
  const scopesIn = (enforce: string): readonly string[] =>
    piecesOf(`rule @r trigger any enforce ${enforce} end`).flatMap(({ text, scopes: all }) =>
      all.some((scope) => scope.startsWith("string.")) ? [`${text} ${all.at(-1)?.replace(".agentspec", "")}`] : [],
    );

  it("have references in their placeholders", () => {
    expect(scopesIn(String.raw`warn("\n$$ {args.to[0].end[\"k\"]} \q")`.replace("{", "$" + "{"))).toEqual([
      '" punctuation.definition.string.begin',
      String.raw`\n constant.character.escape`,
      "$$ constant.character.escape",
      "  string.quoted.double",
      `${"$"}{ punctuation.section.embedded.begin`,
      "args variable.language",
      ". punctuation.accessor",
      "to variable.other.property",
      "[ meta.embedded.line",
      "0 constant.numeric",
      "] meta.embedded.line",
      ". punctuation.accessor",
      "end variable.other.property",
      "[ meta.embedded.line",
      String.raw`\"k\" string.quoted.double`,
      "] meta.embedded.line",
      "} punctuation.section.embedded.end",
      "  string.quoted.double",
      String.raw`\q invalid.illegal.escape`,
      '" punctuation.definition.string.end',
    ]);
  });

  it("are the only strings with placeholders", () => {
    const text = `{"k": "${"$"}{args.x}"}`;
    const placeholders = piecesOf(`rule @r trigger any check p(${text}) enforce invoke_action(t, ${text}) end`).filter(
      ({ scopes: all }) => all.some((scope) => scope.startsWith("meta.embedded")),
    );
    expect(placeholders).toEqual([]);
  });
});

const starts = ["", "trigger ", "trigger X check ", "trigger X enforce ", 'trigger X enforce warn("${'];
const units = [
  ...["rule ", "a ", "a.", "a[", "p(", "! ", '" ', "' ", '"\\ ', "/", "- ", "let ", "let x = "],
  ...["a = ", "1", ", ", "(", "stop ", 'warn("', "${", '"${a', "$", "invoke_action("],
];

describe("lines of 30,000 characters", () => {
  it.each(units)("are tokenized completely if they repeat %j", (unit) => {
    const many = unit.repeat(Math.ceil(30_000 / unit.length));
    for (const start of starts) {
      const line = `rule @r ${start}${many}`;
      expect(
        piecesOf(line)
          .map(({ text }) => text)
          .join(""),
      ).toBe(line);
    }
  });
});
