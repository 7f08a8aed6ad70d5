/** Formats a Markdown table: the first column aligned left, the others right. */
export function markdown(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => String(cell).replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const [first = "", ...others] = lines.map((line) => {
    const cells = widths.map((width, column) => {
      return column === 0 ? line[0]?.padEnd(width) : (line[column] ?? "").padStart(width);
    });
    return `| ${cells.join(" | ")} |\n`;
  });
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [first, `| ${rule.join(" | ")} |\n`, ...others].join("");
}

type Cell = string | number;
