import type { Binding, Rule } from "@helve/agentspec";
import { collectBindingParts, collectRuleParts } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { nodesAt, tokensIn } from "./at-offset.ts";
import { lexedText, type OpenProgram, programReading, tokenRange, tokenSpan } from "./open-program.ts";
import { type RuleOutline, ruleOutlines } from "./rule-outline.ts";
import { testOutlines } from "./test-outline.ts";

/** Finds the rule name or `let` name at an offset; undefined at any other word. */
export function symbolAt(program: OpenProgram, offset: number): NamedSymbol | undefined {
  const lexed = lexedText(program);
  const outline = ruleOutlines(program).find(({ tokens: [first], tokens }) => {
    const last = tokens.at(-1);
    return first && last && first.startOffset <= offset && offset <= tokenSpan(last).end;
  });
  const { name } = outline ?? {};
  if (outline !== undefined && name !== undefined && containsOffset(tokenRange(name, lexed), offset)) {
    const references = ruleReferences(name.image, program);
    return { kind: "rule", name: name.image, range: tokenRange(name, lexed), outline, references };
  }
  const tested = symbolInTest(offset, program);
  if (tested !== undefined) return tested;
  const node = nodesAt(program, offset)[0];
  if (node?.type === "rule" && outline !== undefined) return symbolInRule(node, outline, offset, program);
  return node?.type === "binding" ? sharedSymbol(offset, program) : undefined;
}

/** Finds the rule whose name is at an offset in a test. */
function symbolInTest(offset: number, program: OpenProgram): RuleSymbol | undefined {
  const lexed = lexedText(program);
  const names = testOutlines(program).flatMap(({ ruleNames }) => ruleNames);
  const token = names.find((name) => containsOffset(tokenRange(name, lexed), offset));
  if (token === undefined) return undefined;
  const outline = ruleOutlines(program).find(({ name }) => name?.image === token.image);
  if (outline === undefined) return undefined;
  const references = ruleReferences(token.image, program);
  return { kind: "rule", name: token.image, range: tokenRange(token, lexed), outline, references };
}

/** The ranges of a rule's name in tests. */
function ruleReferences(name: string, program: OpenProgram): readonly TextRange[] {
  const names = testOutlines(program).flatMap(({ ruleNames }) => ruleNames);
  return names.filter(({ image }) => image === name).map((token) => tokenRange(token, lexedText(program)));
}

/** Finds the `let` of a rule, or the shared one, whose name is at an offset in the rule. */
function symbolInRule(
  rule: Rule,
  { bindings }: RuleOutline,
  offset: number,
  program: OpenProgram,
): BindingSymbol | undefined {
  const words = new Map(bindings.map(({ first, name: word }) => [first.startOffset, word]));
  const declarationRange = ({ range }: Binding): TextRange | undefined => {
    const word = words.get(range.start.offset);
    return word && tokenRange(word, lexedText(program));
  };
  const references = bindingReferences(collectRuleParts(rule), program);
  const reference = references.find(({ range }) => containsOffset(range, offset));
  const binding = rule.bindings?.find(
    (candidate) => candidate.name === reference?.name || containsOffset(declarationRange(candidate), offset),
  );
  if (binding === undefined) return reference === undefined ? undefined : sharedSymbol(offset, program);
  const declaration = declarationRange(binding);
  if (declaration === undefined) return undefined;
  return {
    kind: "binding",
    name: binding.name,
    range: reference?.range ?? declaration,
    rule,
    binding,
    declaration,
    references: references.flatMap(({ name: referenced, range }) => (referenced === binding.name ? [range] : [])),
  };
}

/** Finds the `let` before the first rule whose name is at an offset, with the references to it in all rules. */
function sharedSymbol(offset: number, program: OpenProgram): BindingSymbol | undefined {
  const { bindings = [], rules } = programReading(program).partialProgram;
  const references = [
    ...bindings.flatMap((binding) => bindingReferences(collectBindingParts(binding), program)),
    ...rules.flatMap((rule) => {
      const own = new Set(rule.bindings?.map(({ name }) => name));
      return bindingReferences(collectRuleParts(rule), program).filter(({ name }) => !own.has(name));
    }),
  ];
  const reference = references.find(({ range }) => containsOffset(range, offset));
  for (const binding of bindings) {
    const declaration = sharedDeclaration(binding, program);
    if (declaration === undefined) continue;
    if (binding.name !== reference?.name && !containsOffset(declaration, offset)) continue;
    const uses = references.flatMap(({ name, range }) => (name === binding.name ? [range] : []));
    const range = reference?.range ?? declaration;
    return { kind: "binding", name: binding.name, range, binding, declaration, references: uses };
  }
  return undefined;
}

/** The range of the name in a `let` before the first rule. */
export function sharedDeclaration({ name, range }: Binding, program: OpenProgram): TextRange | undefined {
  const word = tokensIn(program, { start: range.start.offset, end: range.end.offset }).find(
    ({ image }, index) => index > 0 && image === name,
  );
  return word && tokenRange(word, lexedText(program));
}

/** A rule name or a `let` name at an offset. */
export type NamedSymbol = RuleSymbol | BindingSymbol;

/** The name of a rule. */
export interface RuleSymbol {
  readonly kind: "rule";
  readonly name: string;
  /** The range of the name at the offset, without the `@`: in the rule, or in a test. */
  readonly range: TextRange;
  readonly outline: RuleOutline;
  /** The ranges of the name in tests. */
  readonly references: readonly TextRange[];
}

/** The name of a `let` in a valid rule, or before the first rule. */
export interface BindingSymbol {
  readonly kind: "binding";
  readonly name: string;
  /** The range of the name at the offset: in its `let`, or in a reference. */
  readonly range: TextRange;
  /** Absent for a `let` before the first rule. */
  readonly rule?: Rule;
  readonly binding: Binding;
  /** The range of the name in its `let`. */
  readonly declaration: TextRange;
  /** The ranges of the name in references; undefined for a reference written with escape sequences. */
  readonly references: readonly (TextRange | undefined)[];
}

interface BindingReference {
  readonly name: string;
  readonly range: TextRange | undefined;
}

/** Finds the references to `let` bindings, also those in messages. */
function bindingReferences(
  parts: Pick<ReturnType<typeof collectRuleParts>, "references">,
  program: OpenProgram,
): readonly BindingReference[] {
  const { source } = lexedText(program);
  return parts.references.flatMap(({ reference: { root, path, range }, isInMessage }) => {
    if (root !== "let") return [];
    const name = String(path[0]);
    const start = range.start.offset + (isInMessage ? 2 : 0);
    const isPlain = program.text.startsWith(name, start);
    return [{ name, range: isPlain ? source.range(start, start + name.length) : undefined }];
  });
}

function containsOffset(range: TextRange | undefined, offset: number): boolean {
  return range !== undefined && range.start.offset <= offset && offset <= range.end.offset;
}
