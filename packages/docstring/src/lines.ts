/** One line of a docstring, its indentation counted. */
export interface Line {
  /** In columns, from the docstring's own margin. */
  readonly indent: number;
  /** Without the white space around it; empty for a blank line. */
  readonly text: string;
  /** Whether it belongs to a fenced block of code. */
  readonly fenced: boolean;
}

/**
 * The lines of a docstring without their common margin and without blank lines around them, as Python's
 * `inspect.cleandoc` dedents: the first line stands at the margin, wherever it was.
 */
export function linesOf(text: string): readonly Line[] {
  const lines = text.split(/\r\n?|\n/).map((raw, index) => {
    const { indent, content } = indented(raw);
    return { indent: index === 0 ? 0 : indent, text: content };
  });
  const margin = marginOf(lines.slice(1));
  const fenced = fencedLines(lines);
  return withoutBlankEnds(
    lines.map((line, index) => ({
      indent: index === 0 ? 0 : Math.max(0, line.indent - margin),
      text: line.text,
      fenced: fenced.has(index),
    })),
  );
}

/**
 * Lines as one text, without the indentation they share and without blank lines around them.
 *
 * @param first - text that stands before them, on a line of its own
 */
export function textOf(lines: readonly Line[], first = ""): string {
  const margin = marginOf(lines);
  const body = lines.map((line) => (line.text === "" ? line : { ...line, indent: line.indent - margin }));
  return withoutBlankEnds([{ indent: 0, text: first, fenced: false }, ...body])
    .map((line) => (line.text === "" ? "" : " ".repeat(line.indent) + line.text))
    .join("\n");
}

/** The smallest indentation of the lines that are not blank; 0 when all are. */
export function marginOf(lines: readonly Pick<Line, "indent" | "text">[]): number {
  const margin = lines.reduce((least, { indent, text }) => (text === "" ? least : Math.min(least, indent)), Infinity);
  return margin === Infinity ? 0 : margin;
}

/** A tab ends at the next multiple of 8, an ideographic space is two columns wide. */
function indented(raw: string): { indent: number; content: string } {
  const content = raw.trimStart();
  let indent = 0;
  for (const character of raw.slice(0, raw.length - content.length)) {
    if (character === "\t") indent += 8 - (indent % 8);
    else indent += character === "\u3000" ? 2 : 1;
  }
  return { indent, content: content.trimEnd() };
}

/** A fence that is never closed is no fence: it would swallow every section after it. */
function fencedLines(lines: readonly { readonly text: string }[]): ReadonlySet<number> {
  const fenced = new Set<number>();
  let open: number | undefined;
  for (const [index, { text }] of lines.entries()) {
    if (!/^```[^`]*$/.test(text)) continue;
    if (open === undefined) {
      open = index;
      continue;
    }
    for (let inside = open; inside <= index; inside++) fenced.add(inside);
    open = undefined;
  }
  return fenced;
}

function withoutBlankEnds(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => line.text !== "");
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line.text !== "") + 1);
}
