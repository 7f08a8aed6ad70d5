const colors: Readonly<Record<string, string>> = { "31": "#cf222e", "32": "#1a7f37", "33": "#9a6700" };
const lineHeight = 20;
const margin = 20;
/** Characters of a line. */
const columns = 118;

/**
 * Draws what a terminal shows as an SVG picture.
 *
 * @param text - with the control sequences of colors, bold and dim
 */
export function terminalPicture(text: string, title: string): string {
  const lines = text.trimEnd().split("\n").flatMap(wrapped);
  const width = 2 * margin + Math.round(columns * 7.85);
  const height = 2 * margin + lines.length * lineHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    "<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}</style>",
    `<rect width="${width}" height="${height}" rx="8" fill="#f6f8fa" stroke="#d0d7de"/>`,
    ...lines.map((line, index) => {
      const spans = line.map(({ text: part, style }) => `<tspan${style}>${escaped(part)}</tspan>`).join("");
      return `<text x="${margin}" y="${margin + (index + 0.75) * lineHeight}" fill="#1f2328">${spans}</text>`;
    }),
    "</svg>\n",
  ].join("\n");
}

interface Span {
  readonly text: string;
  /** The attributes. */
  readonly style: string;
}

/** The spans of a line, as lines that fit. */
function wrapped(line: string): readonly (readonly Span[])[] {
  const rows: Span[][] = [[]];
  let free = columns;
  for (const { text, style } of spansOf(line)) {
    for (let rest = text; rest !== ""; ) {
      if (free === 0) {
        rows.push([]);
        free = columns;
      }
      const part = rest.slice(0, free);
      rows.at(-1)?.push({ text: part, style });
      free -= part.length;
      rest = rest.slice(part.length);
    }
  }
  return rows;
}

function spansOf(line: string): readonly Span[] {
  let [color, bold, dim] = ["", false, false];
  return line.split("\u001b[").flatMap((part, index): readonly Span[] => {
    const [sequence = "", code] = (index > 0 && /^(\d+)m/.exec(part)) || [];
    if (code === "1") bold = true;
    else if (code === "2") dim = true;
    else if (code === "22") [bold, dim] = [false, false];
    else if (code !== undefined) color = colors[code] ?? "";
    const text = part.slice(sequence.length);
    const fill = color === "" && dim ? "#57606a" : color;
    return text === "" ? [] : [{ text, style: `${fill && ` fill="${fill}"`}${bold ? ' font-weight="600"' : ""}` }];
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
