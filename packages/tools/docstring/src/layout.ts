/** Layout helpers of all formatters: indentation, entries with descriptions, and blocks separated by blank lines. */

/** Indents every line with text by a number of columns. */
export function indentText(text: string, columns = 4): string {
  return text.replace(/^(?=.)/gm, " ".repeat(columns));
}

/**
 * Writes an entry: the description starts beside its head and its other lines are indented. If the description would
 * lose its own indentation that way, all of it goes below the head.
 *
 * @param head - such as `x (int):`
 */
export function formatEntry(head: string, description: string, columns = 4): string {
  if (description === "") return head;
  const [first = "", ...others] = description.split("\n");
  const isBelow = first.startsWith(" ") || !isDedented(others);
  if (isBelow) return `${head}\n${indentText(description, columns)}`;
  return [head === "" ? first : `${head} ${first}`, ...others.map((line) => indentText(line, columns))].join("\n");
}

/** Joins blocks with a blank line between them; empty blocks are left out. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/**
 * Groups entries that can share one section. An entry that is text without a head gets a section of its own, because
 * nothing marks its end.
 */
export function groupEntries<Entry>(
  entries: readonly Entry[],
  hasHead: (entry: Entry) => boolean,
): readonly (readonly Entry[])[] {
  const groups: Entry[][] = [];
  let isOpen = false;
  for (const entry of entries) {
    if (isOpen && hasHead(entry)) groups.at(-1)?.push(entry);
    else groups.push([entry]);
    isOpen = hasHead(entry);
  }
  return groups;
}

/**
 * Whether one of the lines has no indentation, or all are empty: such lines keep their indentation when they are
 * indented and dedented again.
 */
export function isDedented(lines: readonly string[]): boolean {
  return lines.some((line) => /^\S/.test(line)) || lines.every((line) => line === "");
}
