/** Text with its lines set in by so many columns, blank ones apart. */
export function indentText(text: string, columns = 4): string {
  return text.replace(/^(?=.)/gm, " ".repeat(columns));
}

/**
 * A description behind the head of its entry: beside it, its other lines set in; or, where its own indentation would
 * be lost that way, wholly on the lines below.
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

/** Blocks one below the other, a blank line between them; empty ones left out. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Entries by the section that they may share: one that is text alone has no mark that ends it, and stands alone. */
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

/** Whether one of the lines stands at the margin, or none has text. */
export function isDedented(lines: readonly string[]): boolean {
  return lines.some((line) => /^\S/.test(line)) || lines.every((line) => line === "");
}
