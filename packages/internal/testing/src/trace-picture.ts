/**
 * Draws lines of the demo's trace as an SVG picture.
 *
 * @param trace - what the demo prints: a right-aligned label of 17 characters, then text; further lines of a text are indented
 */
export function tracePicture(trace: string): string {
  const lines = pictureLines(trace);
  const height = 2 * margin + lines.length * lineHeight;
  const rows = lines.map(({ label, text, color }, index) => {
    const y = margin + (index + 0.75) * lineHeight;
    const labelText =
      label === "" ? "" : `<text class="label" x="${margin + labelWidth - 12}" y="${y}">${escaped(label)}</text>`;
    return `${labelText}<text x="${margin + labelWidth}" y="${y}" fill="${color}">${escaped(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" xml:space="preserve">`,
    "<title>The trace of a guarded agent: calls, repairs, rules, a person's answers and results</title>",
    "<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}.label{fill:#6e7781;text-anchor:end}</style>",
    `<rect width="${width}" height="${height}" rx="8" fill="#f6f8fa" stroke="#d0d7de"/>`,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

/** The colors of a trace's labels; other labels are gray. */
const colors: Readonly<Record<string, string>> = {
  model: "#1f2328",
  submits: "#1f2328",
  asks: "#0969da",
  repaired: "#0969da",
  action: "#0969da",
  event: "#0969da",
  rules: "#1a7f37",
  rule: "#9a6700",
  person: "#8250df",
  stopped: "#cf222e",
  invalid_arguments: "#cf222e",
};

const gray = "#57606a";
const width = 1040;
const lineHeight = 20;
const margin = 20;
const labelWidth = 150;
/** Characters of a line that fit beside the labels. */
const columns = 106;

interface PictureLine {
  readonly label: string;
  readonly text: string;
  readonly color: string;
}

/** The lines of the picture: each line of the trace has the color of the last label, and is split if it is too long. */
function pictureLines(trace: string): readonly PictureLine[] {
  let color = gray;
  return trace.split("\n").flatMap((line) => {
    const label = line.slice(0, 17).trim();
    if (label !== "") color = colors[label] ?? gray;
    return split(line.slice(18)).map((text, index) => ({ label: index === 0 ? label : "", text, color }));
  });
}

/** Splits a text at spaces into lines that fit into the picture. */
function split(text: string): readonly string[] {
  if (text.length <= columns) return [text];
  const end = text.lastIndexOf(" ", columns);
  return end <= 0 ? [text] : [text.slice(0, end), ...split(`  ${text.slice(end + 1)}`)];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
