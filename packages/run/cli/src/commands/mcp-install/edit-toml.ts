import { isObject } from "@helve/core/internal";
import { parse, stringify } from "smol-toml";
import type { EntryChange } from "./edit-client-file.ts";

/**
 * Removes the tables of entries and appends new ones. A table ends where the next table begins. The caller tests that nothing else has changed.
 *
 * @param member - the table that has the entries
 */
export function editToml(before: string, member: string, { added, removed }: EntryChange): string {
  const names = new Set([...added.map(({ name }) => name), ...removed]);
  const rest = linesByEntry(before, member)
    .flatMap(({ line, entry }) => (entry !== undefined && names.has(entry) ? [] : [line]))
    .join("\n")
    .trimEnd();
  const texts = added.map(({ name, entry, source }) => source ?? tableOf(member, name, entry));
  return `${[rest, ...texts.map((text) => text.trimEnd())].filter((text) => text !== "").join("\n\n")}\n`;
}

/** The tables of each entry, as they are written. */
export function tomlSources(text: string, member: string): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { line, entry } of linesByEntry(text, member)) {
    if (entry !== undefined) sources.set(entry, `${sources.get(entry) ?? ""}${line}\n`);
  }
  return sources;
}

/** Writes a server's entry as a table of TOML, `[mcp_servers.name]`. */
function tableOf(member: string, name: string, entry: unknown): string {
  return stringify({ [member]: { [name]: entry } }).replace(new RegExp(`^\\[${member}\\]\\n`), "");
}

interface EntryLine {
  readonly line: string;
  /** The entry whose table the line belongs to. */
  readonly entry: string | undefined;
}

/** Assigns the lines of a TOML file to its entries. */
function linesByEntry(text: string, member: string): readonly EntryLine[] {
  let entry: string | undefined;
  const lines: EntryLine[] = [];
  for (const line of text.split("\n")) {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      const next = entryOf(header, member);
      for (
        let index = lines.length - 1;
        entry !== undefined && next !== entry && /^\s*#/.test(lines[index]?.line ?? "");
        index--
      ) {
        lines[index] = { line: lines[index]?.line ?? "", entry: next };
      }
      entry = next;
    }
    lines.push({ line, entry });
  }
  return lines;
}

/** The name of the entry in the header of a table: `files` of `mcp_servers.files.env`. */
function entryOf(header: string, member: string): string | undefined {
  try {
    const table = parse(`[${header}]`)[member];
    return isObject(table) ? Object.keys(table)[0] : undefined;
  } catch {
    return undefined;
  }
}
