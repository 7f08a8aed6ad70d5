import { blankLine, type Line } from "../lines.ts";
import { type Field, type FieldHead, type FieldMarks, unescaped } from "./field.ts";

/**
 * Cuts a docstring into its prose and its fields. A field begins at the margin, or as deep as the one before; the first
 * one also deeper, where all that follows is as deep. Lines that follow go on with it.
 */
export function splitFields(
  lines: readonly Line[],
  marks: FieldMarks,
): { readonly prose: readonly Line[]; readonly fields: readonly Field[] } {
  const prose: Line[] = [];
  const fields: OpenField[] = [];
  const least = leastIndents(lines);
  let open: OpenField | undefined;
  for (const [index, line] of lines.entries()) {
    const head = line.text === "" || line.fenced ? undefined : marks.headIn(line, open);
    if (head !== undefined && mayBegin(line, head, open, least[index] ?? 0, marks)) {
      open = { ...head, indent: line.indent, body: [], whole: [line] };
      fields.push(open);
      continue;
    }
    const isParagraph = line.text !== "" && lines[index - 1]?.text === "" && !(line.fenced && lines[index - 1]?.fenced);
    const isOutside = open !== undefined && isParagraph && marks.paragraphsEnd && line.indent <= open.indent;
    if (isOutside && open?.kind === "examples" && isEmpty(open)) {
      open = { ...open, open: true };
      fields[fields.length - 1] = open;
    }
    if (isOutside && open?.open !== true) {
      open = undefined;
      if (fields.some((field) => field.aside !== true)) {
        open = { ...text, indent: line.indent, body: [], whole: [] };
        fields.push(open);
      } else if (prose.length > 0 && prose.at(-1)?.text !== "") prose.push(blankLine);
    }
    (open?.body ?? prose).push(unescaped(line, marks));
    open?.whole.push(line);
  }
  return { prose, fields };
}

interface OpenField extends FieldHead {
  readonly indent: number;
  readonly body: Line[];
  readonly whole: Line[];
}

/** Text between fields: a section without a title, to the next field. */
const text: FieldHead = { kind: "section", tag: "", argument: blankLine, rest: blankLine, open: true };

/** An example may stand at the margin below its mark: `:Example:` over `>>> f()`. */
function isEmpty({ rest, body }: OpenField): boolean {
  return rest.text === "" && body.every(({ text }) => text === "");
}

function mayBegin(
  { indent }: Line,
  { kind }: FieldHead,
  open: OpenField | undefined,
  least: number,
  { slack }: FieldMarks,
): boolean {
  if (open !== undefined) return indent <= open.indent + slack;
  return indent <= slack || (kind !== "section" && indent <= least);
}

/** For each line, the smallest indentation from it on. */
function leastIndents(lines: readonly Line[]): readonly number[] {
  let least = Number.POSITIVE_INFINITY;
  return lines
    .toReversed()
    .map((line) => {
      least = line.text === "" ? least : Math.min(least, line.indent);
      return least;
    })
    .toReversed();
}
