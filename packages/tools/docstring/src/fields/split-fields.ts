import { blankLine, type Line } from "../lines.ts";
import { type Field, type FieldHead, type FieldSyntax, unescapeLine } from "./field.ts";

/**
 * Splits a docstring into its description and its fields. A field starts without indentation or as deep as the
 * previous one. The first field may also be deeper if all following lines are as deep. Other lines continue the field
 * above them.
 */
export function splitFields(
  lines: readonly Line[],
  syntax: FieldSyntax,
): { readonly description: readonly Line[]; readonly fields: readonly Field[] } {
  const description: Line[] = [];
  const fields: OpenField[] = [];
  const smallestBelow = smallestIndentsFrom(lines);
  let current: OpenField | undefined;
  for (const [index, line] of lines.entries()) {
    const head = line.text === "" || line.fenced ? undefined : syntax.readHead(line, current);
    if (
      head !== undefined &&
      line.indent <= deepestStart(head, { current, smallestBelow: smallestBelow[index] ?? 0 }, syntax)
    ) {
      current = { ...head, indent: line.indent, body: [], allLines: [line] };
      fields.push(current);
      continue;
    }
    const isParagraph = line.text !== "" && lines[index - 1]?.text === "" && !(line.fenced && lines[index - 1]?.fenced);
    const isOutside = current !== undefined && isParagraph && syntax.endsAtParagraph && line.indent <= current.indent;
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
    (current?.body ?? description).push(unescapeLine(line, syntax));
    current?.allLines.push(line);
  }
  return { description, fields };
}

/** The field that is being collected. */
interface OpenField extends FieldHead {
  readonly indent: number;
  readonly body: Line[];
  readonly allLines: Line[];
}

/** The head of text between fields: a section without a title that lasts until the next field. */
const untitledText: FieldHead = {
  kind: "section",
  tag: "",
  argument: blankLine,
  rest: blankLine,
  lastsUntilNextField: true,
};

/**
 * Whether a field has no text yet. An example may start without indentation below its tag: `:Example:`, and `>>> f()` on the next line.
 */
function isEmpty({ rest, body }: OpenField): boolean {
  return rest.text === "" && body.every(({ text }) => text === "");
}

/** The deepest indentation at which a field can start. */
function deepestStart(
  { kind }: FieldHead,
  { current, smallestBelow }: { readonly current: OpenField | undefined; readonly smallestBelow: number },
  { extraIndent }: FieldSyntax,
): number {
  if (current !== undefined) return current.indent + extraIndent;
  return kind === "section" ? extraIndent : Math.max(extraIndent, smallestBelow);
}

/** Computes for each line the smallest indentation from there on. */
function smallestIndentsFrom(lines: readonly Line[]): readonly number[] {
  let smallestBelow = Number.POSITIVE_INFINITY;
  return lines
    .toReversed()
    .map((line) => {
      smallestBelow = line.text === "" ? smallestBelow : Math.min(smallestBelow, line.indent);
      return smallestBelow;
    })
    .toReversed();
}
