import type { ProgramNode, Template, Value } from "@helve/core/program";
import { referenceText } from "../syntax/references.ts";
import { closesLine } from "./comment-text.ts";
import { group, indent, type Layout, line, noOneLine, row, softLine, words } from "./layout.ts";
import { after, before, beforeNext, below, lineOf, nested, type Sheet } from "./sheet.ts";

/** A value as the canonical form writes it. */
export function writeValue(value: Value, sheet: Sheet): Layout {
  switch (value.type) {
    case "literal":
      return words(JSON.stringify(value.value));
    case "reference":
      return words(referenceText(value));
    case "list":
      return nested(value, sheet, () => inBrackets("[", value, value.items, writeValue, "]", sheet));
    case "object":
      return nested(value, sheet, () =>
        inBrackets(
          "{",
          value,
          value.entries,
          (entry) => row(`${JSON.stringify(entry.key)}: `, writeValue(entry.value, sheet)),
          "}",
          sheet,
        ),
      );
  }
}

/** Nodes with commas in between, on one line or on a line each. */
export function inBrackets<T extends ProgramNode>(
  opening: string,
  holder: ProgramNode,
  nodes: readonly T[],
  write: (node: T, sheet: Sheet) => Layout,
  closing: string,
  sheet: Sheet,
): Layout {
  const parts = nodes.map((node, index) =>
    row(
      index === 0 ? before(node, sheet) : beforeNext(node, sheet),
      write(node, sheet),
      index < nodes.length - 1 ? "," : "",
      after(node, sheet),
    ),
  );
  const under = below(holder, sheet).map(({ text }) =>
    row(lineOf(text), nodes.length > 0 || closesLine(text) ? noOneLine : ""),
  );
  return group(opening, spread([...parts, ...under]), closing);
}

/** Parts with a line each, further in, where there is no room for them on one line. */
export function spread(parts: readonly Layout[]): readonly Layout[] {
  if (parts.length === 0) return [];
  return [
    indent(
      softLine,
      parts.flatMap((part, index) => (index === 0 ? [part] : [line, part])),
    ),
    softLine,
  ];
}

/** A text with holes as a string. */
export function templateText({ parts }: Template): string {
  const said = parts.map((part, index) => {
    if (part.type === "reference") return `\${${referenceText(part)}}`;
    // A dollar sign is doubled where it would begin a hole, or would take the next one for its double.
    const isLast = index === parts.length - 1;
    return part.text.replace(isLast ? /\$(?=[${])/g : /\$(?=[${]|$)/g, "$$$$");
  });
  return JSON.stringify(said.join(""));
}
