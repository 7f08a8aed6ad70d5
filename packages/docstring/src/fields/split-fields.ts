import { blankLine, type Line } from "../lines.ts";
import { type Field, type FieldHead, type FieldSyntax, unescapeLine } from "./field.ts";

/**
 * Cuts a docstring into its description and its fields. A field begins at the margin, or as deep as the one before; the first
 * one also deeper, where all that follows is as deep. Lines that follow go on with it.
 */
export function splitFields(
  lines: readonly Line[],
  marks: FieldSyntax,
): { readonly description: readonly Line[]; readonly fields: readonly Field[] } {
  const description: Line[] = [];
  const fields: OpenField[] = [];
  const least = smallestIndentsFrom(lines);
  let current: OpenField | undefined;
  for (const [index, line] of lines.entries()) {
    const head = line.text === "" || line.fenced ? undefined : marks.readHead(line, current);
    if (head !== undefined && canStartField(line, head, current, least[index] ?? 0, marks)) {
      current = { ...head, indent: line.indent, body: [], allLines: [line] };
      fields.push(current);
      continue;
    }
    const isParagraph = line.text !== "" && lines[index - 1]?.text === "" && !(line.fenced && lines[index - 1]?.fenced);
    const isOutside = current !== undefined && isParagraph && marks.endsAtParagraph && line.indent <= current.indent;
    if (isOutside && current?.kind === "examples" && isEmpty(current)) {
      current = { ...current, lastsUntilNextField: true };
      fields[fields.length - 1] = current;
    }
    if (isOutside && current?.lastsUntilNextField !== true) {
      current = undefined;
      if (fields.some((field) => field.continuesDescription !== true)) {
        current = { ...untitledText, indent: line.indent, body: [], allLines: [] };
        fields.push(current);
      } else if (description.length > 0 && description.at(-1)?.text !== "") description.push(blankLine);
    }
    (current?.body ?? description).push(unescapeLine(line, marks));
    current?.allLines.push(line);
  }
  return { description, fields };
}

interface OpenField extends FieldHead {
  readonly indent: number;
  readonly body: Line[];
  readonly allLines: Line[];
}

/** Text between fields: a section without a title, to the next field. */
const untitledText: FieldHead = {
  kind: "section",
  tag: "",
  argument: blankLine,
  rest: blankLine,
  lastsUntilNextField: true,
};

/** An example may stand at the margin below its mark: `:Example:` over `>>> f()`. */
function isEmpty({ rest, body }: OpenField): boolean {
  return rest.text === "" && body.every(({ text }) => text === "");
}

function canStartField(
  { indent }: Line,
  { kind }: FieldHead,
  current: OpenField | undefined,
  least: number,
  { extraIndent }: FieldSyntax,
): boolean {
  if (current !== undefined) return indent <= current.indent + extraIndent;
  return indent <= extraIndent || (kind !== "section" && indent <= least);
}

/** For each line, the smallest indentation from it on. */
function smallestIndentsFrom(lines: readonly Line[]): readonly number[] {
  let least = Number.POSITIVE_INFINITY;
  return lines
    .toReversed()
    .map((line) => {
      least = line.text === "" ? least : Math.min(least, line.indent);
      return least;
    })
    .toReversed();
}
