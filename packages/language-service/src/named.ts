import type { Binding, Rule } from "@helve/agentspec";
import { collectRuleParts } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { nodesAt } from "./at-offset.ts";
import { lexedOf, type OpenProgram, rangeOfToken, stretchOf } from "./open-program.ts";
import { outlineOf, type RuleOutline } from "./outline.ts";

/** A name that a rule gives: its own, or that of a value. */
export type Named = NamedRule | NamedBinding;

/** The name of a rule. */
export interface NamedRule {
  readonly kind: "rule";
  readonly name: string;
  /** Where the name stands, without the `@`. */
  readonly range: TextRange;
  readonly outline: RuleOutline;
}

/** The name of a value, in a rule in which nothing is wrong. */
export interface NamedBinding {
  readonly kind: "binding";
  readonly name: string;
  /** Where the name stands that is meant: in its `let`, or where it is used. */
  readonly range: TextRange;
  readonly rule: Rule;
  readonly binding: Binding;
  /** Where the name is given. */
  readonly given: TextRange;
  /** Where it stands for the value; undefined for one that is written with escapes. */
  readonly uses: readonly (TextRange | undefined)[];
}

/** The name at an offset that a rule gives; undefined at any other word. */
export function namedAt(program: OpenProgram, offset: number): Named | undefined {
  const lexed = lexedOf(program);
  const outline = outlineOf(program).find(({ tokens: [first], tokens }) => {
    const last = tokens.at(-1);
    return first && last && first.startOffset <= offset && offset <= stretchOf(last).end;
  });
  if (outline === undefined) return undefined;
  const { name, bindings } = outline;
  if (name !== undefined && isAt(rangeOfToken(name, lexed), offset)) {
    return { kind: "rule", name: name.image, range: rangeOfToken(name, lexed), outline };
  }
  const rule = nodesAt(program, offset)[0];
  if (rule?.type !== "rule") return undefined;
  const words = new Map(bindings.map(({ first, name: word }) => [first.startOffset, word]));
  const givenIn = ({ range }: Binding): TextRange | undefined => {
    const word = words.get(range.start.offset);
    return word && rangeOfToken(word, lexed);
  };
  const uses = usesIn(rule, program);
  const used = uses.find(({ range }) => isAt(range, offset));
  const binding = rule.bindings?.find((one) => one.name === used?.name || isAt(givenIn(one), offset));
  const given = binding && givenIn(binding);
  if (binding === undefined || given === undefined) return undefined;
  return {
    kind: "binding",
    name: binding.name,
    range: used?.range ?? given,
    rule,
    binding,
    given,
    uses: uses.flatMap(({ name: one, range }) => (one === binding.name ? [range] : [])),
  };
}

interface Use {
  readonly name: string;
  readonly range: TextRange | undefined;
}

/** Where names stand for values in a rule. */
function usesIn(rule: Rule, program: OpenProgram): readonly Use[] {
  const { source } = lexedOf(program);
  return collectRuleParts(rule).references.flatMap(({ reference: { root, path, range }, isInMessage }) => {
    if (root !== "let") return [];
    const name = String(path[0]);
    const start = range.start.offset + (isInMessage ? 2 : 0);
    const isPlain = program.text.startsWith(name, start);
    return [{ name, range: isPlain ? source.range(start, start + name.length) : undefined }];
  });
}

function isAt(range: TextRange | undefined, offset: number): boolean {
  return range !== undefined && range.start.offset <= offset && offset <= range.end.offset;
}
