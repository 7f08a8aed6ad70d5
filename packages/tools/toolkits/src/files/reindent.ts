/**
 * Indents the new text of an edit as the place in the file that it replaces: each line gets the indentation of the
 * lines at the place that correspond to lines of the old text with the same indentation.
 *
 * @param text - the new text, with `\n` as line ends
 * @param old - the old text, as it was searched
 * @param found - the old text, as it is at the place; it has the same lines apart from white space
 */
export function reindent(text: string, old: string, found: string): string {
  const [oldLines, foundLines] = [old.split("\n"), found.split(/\r?\n/)];
  const pairs = new Map<string, string>();
  for (const [index, line] of oldLines.entries()) {
    const place = foundLines[index] ?? "";
    if (line.trim() !== "" && place.trim() !== "" && !pairs.has(indentation(line))) {
      pairs.set(indentation(line), indentation(place));
    }
  }
  if ([...pairs].every(([from, to]) => from === to)) return text;
  const from = step([...pairs.keys()]);
  // A single indentation may be the indentation of several levels.
  const to = step([...pairs.values()]).slice(0, pairs.size === 1 ? Math.max(4, from.length) : undefined);
  const unit = { from, to };
  return text
    .split("\n")
    .map((line) => (line.trim() === "" ? line : placed(indentation(line), pairs, unit) + line.trimStart()))
    .join("\n");
}

/** Returns the white space at the start of a line. */
function indentation(line: string): string {
  return /^[^\S\n]*/.exec(line)?.[0] ?? "";
}

/** Returns one level of indentation. */
function step(indentations: readonly string[]): string {
  if (indentations.some((one) => one.includes("\t"))) return "\t";
  const widths = [0, ...indentations.map(({ length }) => length)].sort((one, other) => one - other);
  const steps = widths.map((width, index) => width - (widths[index - 1] ?? width)).filter((width) => width > 0);
  return " ".repeat(steps.length === 0 ? 4 : Math.min(...steps));
}

/** The indentation at the place for an indentation of the new text: the nearest known one, and the difference in levels. */
function placed(
  own: string,
  pairs: ReadonlyMap<string, string>,
  unit: { readonly from: string; readonly to: string },
): string {
  const exact = pairs.get(own);
  if (exact !== undefined) return exact;
  const byLength = [...pairs].sort(([one], [other]) => other.length - one.length);
  const [from, to] = byLength.find(([one]) => own.startsWith(one)) ?? byLength.at(-1) ?? ["", ""];
  const levels = (own.length - from.length) / unit.from.length;
  if (levels >= 0) return to + (unit.from === unit.to ? own.slice(from.length) : unit.to.repeat(Math.round(levels)));
  return to.slice(0, Math.max(0, to.length + Math.round(levels) * unit.to.length));
}
