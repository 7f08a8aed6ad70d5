import { versionIn } from "../deprecation.ts";
import { type FieldHead, type FieldKind, type FieldMarks, restOf } from "../fields/field.ts";
import { fieldHeadIn } from "../fields/head.ts";
import { blankLine, type Line, partOf } from "../lines.ts";
import { kindOf } from "../titles.ts";

/** How reStructuredText marks fields and directives. */
export const restMarks: FieldMarks = {
  mark: /:|\.\. |```/y,
  headIn: (line) => directiveIn(line) ?? fieldHeadIn(line, /^:([\p{L}_][\p{L}\p{N}_-]*)(?=[\s:])/u),
  paragraphsEnd: true,
  slack: 0,
};

const directives: ReadonlyMap<string, FieldKind> = new Map([
  ["note", "notes"],
  ["seealso", "seeAlso"],
  ["deprecated", "deprecated"],
]);

/** Directives whose text is a section under their name. */
export const titledDirectives: ReadonlySet<string> = new Set(
  "attention caution danger error hint important tip todo warning versionadded versionchanged".split(" "),
);

/** Reads `.. note:: text`. Other directives, such as `.. code-block::`, are part of the text they stand in. */
function directiveIn(line: Line): FieldHead | undefined {
  const match = /^\.\. ([\w-]{1,40})::(?=\s|$)/.exec(line.text);
  if (match === null) return undefined;
  const [mark, tag = ""] = match;
  const rest = restOf(line, mark.length);
  if (tag === "rubric") return rest.text === "" ? undefined : rubric(rest);
  const kind = directives.get(tag) ?? (titledDirectives.has(tag) ? "section" : undefined);
  if (kind === undefined) return undefined;
  const { version = "", end = 0 } = (kind === "deprecated" ? versionIn(rest.text) : undefined) ?? {};
  return { kind, tag, argument: partOf(rest, 0, version.length), rest: restOf(rest, end), aside: true };
}

/** A title above text that is not set in. */
function rubric(title: Line): FieldHead {
  const kind = kindOf(title.text);
  const isText = kind === "examples" || kind === "notes" || kind === "seeAlso";
  return { kind: isText ? kind : "section", tag: title.text, argument: blankLine, rest: blankLine, open: true };
}
