import type { Binding, Rule } from "@helve/agentspec";
import { collectRuleParts } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { nodesAt } from "./at-offset.ts";
import { lexedText, type OpenProgram, tokenRange, tokenSpan } from "./open-program.ts";
import { type RuleOutline, ruleOutlines } from "./rule-outline.ts";

/** Finds the rule name or `let` name at an offset; undefined at any other word. */
export function symbolAt(program: OpenProgram, offset: number): NamedSymbol | undefined {
  const lexed = lexedText(program);
  const outline = ruleOutlines(program).find(({ tokens: [first], tokens }) => {
    const last = tokens.at(-1);
    return first && last && first.startOffset <= offset && offset <= tokenSpan(last).end;
  });
  if (outline === undefined) return undefined;
  const { name, bindings } = outline;
  if (name !== undefined && containsOffset(tokenRange(name, lexed), offset)) {
    return { kind: "rule", name: name.image, range: tokenRange(name, lexed), outline };
  }
  const rule = nodesAt(program, offset)[0];
  if (rule?.type !== "rule") return undefined;
  const words = new Map(bindings.map(({ first, name: word }) => [first.startOffset, word]));
  const declarationRange = ({ range }: Binding): TextRange | undefined => {
    const word = words.get(range.start.offset);
    return word && tokenRange(word, lexed);
  };
  const references = bindingReferences(rule, program);
  const reference = references.find(({ range }) => containsOffset(range, offset));
  const binding = rule.bindings?.find(
    (candidate) => candidate.name === reference?.name || containsOffset(declarationRange(candidate), offset),
  );
  const declaration = binding && declarationRange(binding);
  if (binding === undefined || declaration === undefined) return undefined;
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

/** A rule name or a `let` name at an offset. */
export type NamedSymbol = RuleSymbol | BindingSymbol;

/** The name of a rule. */
export interface RuleSymbol {
  readonly kind: "rule";
  readonly name: string;
  /** The range of the name, without the `@`. */
  readonly range: TextRange;
  readonly outline: RuleOutline;
}

/** The name of a `let` in a valid rule. */
export interface BindingSymbol {
  readonly kind: "binding";
  readonly name: string;
  /** The range of the name at the offset: in its `let`, or in a reference. */
  readonly range: TextRange;
  readonly rule: Rule;
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

/** Finds the references to `let` bindings in a rule, also those in messages. */
function bindingReferences(rule: Rule, program: OpenProgram): readonly BindingReference[] {
  const { source } = lexedText(program);
  return collectRuleParts(rule).references.flatMap(({ reference: { root, path, range }, isInMessage }) => {
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
