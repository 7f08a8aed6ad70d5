import type { FieldKind } from "./field.ts";

/** What a field of reStructuredText or Epytext says by its name; undefined for a name of one's own. */
export function fieldKind(tag: string): FieldKind | undefined {
  return kinds.get(tag.toLowerCase());
}

const tags: readonly (readonly [FieldKind, string])[] = [
  ["parameter", "param parameter arg argument arguments key keyword kwarg kwparam"],
  ["parameterType", "type paramtype kwtype"],
  ["attribute", "var ivar cvar attr attribute"],
  ["attributeType", "vartype"],
  ["returns", "return returns"],
  ["returnsType", "rtype returntype"],
  ["yields", "yield yields"],
  ["yieldsType", "ytype yieldtype"],
  ["raises", "raise raises except exception throws"],
  ["examples", "example examples"],
  ["notes", "note notes"],
  ["seeAlso", "see seealso"],
  ["deprecated", "deprecated deprecation"],
  ["prose", "summary"],
];

const kinds: ReadonlyMap<string, FieldKind> = new Map(
  tags.flatMap(([kind, words]) => words.split(" ").map((word): [string, FieldKind] => [word, kind])),
);
