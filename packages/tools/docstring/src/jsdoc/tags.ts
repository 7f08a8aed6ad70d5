/** The tags of JSDoc, such as `@param`, and what each means. */
import type { FieldHead, FieldKind, FieldSyntax } from "../fields/field.ts";
import { blankLine, type Line, restOfLine } from "../lines.ts";

/** The syntax of JSDoc's tags. */
export const jsdocSyntax: FieldSyntax = {
  startPattern: /@|```/y,
  readHead: readTag,
  endsAtParagraph: false,
  extraIndent: 1,
};

/**
 * Reads `@tag text`. `@Injectable()` and `@scope/package` are text. In an example, an unknown tag is text, too: it may
 * be a decorator.
 */
function readTag(line: Line, within?: FieldHead): FieldHead | undefined {
  const match = /^@([a-z][A-Za-z\d_-]*)(?=[\s{]|$)/.exec(line.text);
  if (match === null) return undefined;
  const [prefix, tag = ""] = match;
  const kind = kindByTag.get(tag);
  if (kind === undefined && within?.kind === "examples" && !sectionTags.has(tag)) return undefined;
  const rest = restOfLine(line, prefix.length);
  if (tag === "section") return { kind: "section", tag: rest.text, argument: rest, rest: blankLine };
  return { kind: kind ?? "section", tag, argument: blankLine, rest };
}

/** The tags of each kind. */
const tagsByKind: readonly (readonly [FieldKind, string])[] = [
  ["parameter", "param arg argument"],
  ["attribute", "property prop"],
  ["returns", "returns return"],
  ["yields", "yields yield"],
  ["raises", "throws throw exception"],
  ["examples", "example"],
  ["notes", "note"],
  ["seeAlso", "see"],
  ["deprecated", "deprecated"],
  ["description", "description desc summary remarks"],
];

const kindByTag: ReadonlyMap<string, FieldKind> = new Map(
  tagsByKind.flatMap(([kind, words]) => words.split(" ").map((word): [string, FieldKind] => [word, kind])),
);

/** Other known tags: they become sections, and they end an example. */
const sectionTags: ReadonlySet<string> = new Set(
  `abstract access alias async augments author borrows callback class classdesc constant constructs copyright
  decorator default defaultValue enum event extends external file fires function generator global hideconstructor
  ignore implements inheritDoc inner instance interface internal kind lends license listens member memberof method
  mixes mixin module name namespace override packageDocumentation package private privateRemarks protected public
  readonly requires sealed section since static template this throwsDoc todo tutorial type typeParam typedef variation
  version virtual`.split(/\s+/),
);
