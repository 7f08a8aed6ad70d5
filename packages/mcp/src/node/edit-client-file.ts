import { isDeepStrictEqual } from "node:util";
import { isObject } from "@helve/core/internal";
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { parse as parseToml, stringify as stringifyToml } from "smol-toml";
import type { McpClientSettings } from "./client-files.ts";
import { InstallError } from "./install-error.ts";

/**
 * Parses the settings of a client: JSON, in which comments are allowed, or TOML.
 *
 * @param text - `undefined` if there is no file
 * @throws InstallError if they are no object
 */
export function parseSettings(
  text: string | undefined,
  { format }: Pick<McpClientSettings, "format">,
): Readonly<Record<string, unknown>> {
  if (text === undefined || text.trim() === "") return {};
  if (format === "toml") {
    try {
      return parseToml(text);
    } catch (error) {
      throw new InstallError(`it is invalid TOML: correct it first (${(error as Error).message.split("\n")[0]})`);
    }
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length === 0 && isObject(value)) return value;
  throw new InstallError("it must be a JSON object: correct it first");
}

/** An entry to write, and the names of those to remove. */
export interface EntryChange {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly removed: readonly string[];
}

/**
 * Writes an entry into the settings of a client, and removes others. Everything else stays as it is, comments included.
 *
 * @throws InstallError if that is not possible
 */
export function withEntry(before: string | undefined, settings: McpClientSettings, change: EntryChange): string {
  const text =
    settings.format === "toml"
      ? tomlWith(before ?? "", settings.member, change)
      : jsonWith(before, settings.member, change);
  const expected = structuredClone(parseSettings(before, settings)) as Record<string, unknown>;
  const servers = { ...(expected[settings.member] as object) } as Record<string, unknown>;
  for (const name of change.removed) delete servers[name];
  expected[settings.member] = { ...servers, [change.name]: change.entry };
  if (isDeepStrictEqual(plainSettings(text, settings), plain(expected))) return text;
  throw new InstallError(`its "${settings.member}" can't be edited: change it by hand`);
}

/** The value of edited settings; `undefined` if they are invalid. */
function plainSettings(text: string, settings: McpClientSettings): unknown {
  try {
    return plain(parseSettings(text, settings));
  } catch {
    return undefined;
  }
}

function jsonWith(before: string | undefined, member: string, { name, entry, removed }: EntryChange): string {
  let text = before === undefined || before.trim() === "" ? "{}\n" : before;
  const [indent = "  "] = /^[ \t]+(?=\S)/m.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  const formattingOptions = {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 1,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  for (const old of removed) text = applyEdits(text, modify(text, [member, old], undefined, { formattingOptions }));
  text = applyEdits(text, modify(text, [member, name], entry, { formattingOptions }));
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Removes the tables of the entries, which end at the next table, and appends the new one. The caller tests that nothing else has changed. */
function tomlWith(before: string, member: string, { name, entry, removed }: EntryChange): string {
  const names = new Set([name, ...removed]);
  let isRemoving = false;
  const lines: string[] = [];
  /** Comments that may belong to the next table. */
  let comments: string[] = [];
  for (const line of before.split("\n")) {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) isRemoving = names.has(entryOf(header, member) ?? "");
    if (isRemoving) comments = /^\s*#/.test(line) ? [...comments, line] : [];
    else lines.push(...comments.splice(0), line);
  }
  const rest = lines.join("\n").trimEnd();
  const added = stringifyToml({ [member]: { [name]: entry } }).replace(new RegExp(`^\\[${member}\\]\\n`), "");
  return `${rest}${rest === "" ? "" : "\n\n"}${added.trimEnd()}\n`;
}

/** The name of the entry in the header of a table: `files` of `mcp_servers.files.env`. */
function entryOf(header: string, member: string): string | undefined {
  try {
    const table = parseToml(`[${header}]`)[member];
    return isObject(table) ? Object.keys(table)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** The value as JSON has it, so that objects of parsers compare by their content. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
