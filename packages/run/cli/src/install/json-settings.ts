/** Parses a client's settings file: JSON with comments. */
import { isObject } from "@helve/core/internal";
import {
  applyEdits,
  type JSONPath,
  type ModificationOptions,
  modify,
  type ParseError,
  parse,
  parseTree,
} from "jsonc-parser";
import { UsageError } from "../io.ts";

/**
 * Parses the settings of a client: JSON, in which comments are allowed.
 *
 * @throws UsageError if they are no object
 */
export function parseJsonSettings(text: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    throw new UsageError(`there is a syntax error in line ${line}: correct it first`);
  }
  if (isObject(value)) {
    refuseDuplicates(text);
    return value;
  }
  throw new UsageError("it must be a JSON object: correct it first");
}

/** Refuses JSON objects with duplicate keys: programs read the last one, editors change the first. */
function refuseDuplicates(text: string): void {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const objects = [root, ...(root?.children ?? []).map(({ children }) => children?.[1])];
  for (const node of objects) {
    const lines = new Map<string, number>();
    for (const { offset, children } of node?.type === "object" ? (node.children ?? []) : []) {
      const name = String(children?.[0]?.value);
      const line = text.slice(0, offset).split("\n").length;
      const before = lines.get(name);
      if (before !== undefined) {
        const where = before === line ? `in line ${line}` : `in lines ${before} and ${line}`;
        throw new UsageError(`${JSON.stringify(name)} stands twice, ${where}: correct it first`);
      }
      lines.set(name, line);
    }
  }
}

/** Changes one value of settings, or removes it if the new one is `undefined`. Everything else is unchanged, comments included. */
export function editJsonSettings(
  text: string,
  path: JSONPath,
  value: unknown,
  options: Omit<ModificationOptions, "formattingOptions"> = {},
): string {
  const [indent = "  "] = /^[ \t]+(?=\S)/m.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const formattingOptions = { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol };
  return applyEdits(text, modify(text, path, value, { ...options, formattingOptions }));
}
