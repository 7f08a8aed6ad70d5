/** Edits the MCP servers in a client's settings, and leaves everything else unchanged. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "@helve/core/internal";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { editJsonSettings, parseJsonSettings } from "../../install/json-settings.ts";
import { UsageError } from "../../io.ts";
import type { McpClientSettings } from "./client-files.ts";
import { editToml, tomlSources } from "./edit-toml.ts";

/** The entries to write to a client's settings, and the names of entries to remove. */
export interface EntryChange {
  readonly added: readonly NewEntry[];
  readonly removed: readonly string[];
}

/** An entry to write. */
export interface NewEntry {
  readonly name: string;
  readonly entry: unknown;
  /** The entry as it was written in this file before, with its comments; a text of its own format by default. */
  readonly source?: string | undefined;
  /** Its place among the entries; the last one by default. */
  readonly index?: number | undefined;
}

/** Which part of a file has the servers. */
export type ServersMember = Pick<McpClientSettings, "format" | "member">;

/**
 * Parses the settings of a client: JSON, in which comments are allowed, or TOML.
 *
 * @param text - `undefined` if there is no file
 * @throws UsageError if they are no object
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
      throw new UsageError(`it is invalid TOML: correct it first (${(error as Error).message.split("\n")[0]})`);
    }
  }
  return parseJsonSettings(text);
}

/** The servers in settings, by their names. @throws UsageError if they are no object */
export function serversIn(text: string | undefined, file: ServersMember): Readonly<Record<string, unknown>> {
  const settings = parseSettings(text, file);
  const servers = Object.hasOwn(settings, file.member) ? settings[file.member] : undefined;
  if (servers === undefined) return {};
  if (isObject(servers)) return servers;
  throw new UsageError(`"${file.member}" must be an object: correct it first`);
}

/**
 * Writes entries into the settings of a client, and removes others. Everything else is unchanged, comments included.
 *
 * @throws UsageError if that is not possible
 */
export function withEntries(before: string | undefined, file: ServersMember, change: EntryChange): string {
  const text =
    file.format === "toml" ? editToml(before ?? "", file.member, change) : editJson(before, file.member, change);
  const expected = structuredClone(parseSettings(before, file)) as Record<string, unknown>;
  const servers = { ...(expected[file.member] as object) } as Record<string, unknown>;
  for (const name of change.removed) delete servers[name];
  for (const { name, entry } of change.added) servers[name] = entry;
  if (Object.hasOwn(expected, file.member) || change.added.length > 0) expected[file.member] = servers;
  if (isDeepStrictEqual(plainSettings(text, file), withoutEmpty(plain(expected), file))) return text;
  throw new UsageError(`its "${file.member}" can't be edited: change it by hand`);
}

/** Removes the member with the servers, if it is empty. */
export function withoutMember(text: string, file: ServersMember): string {
  const settings = parseSettings(text, file);
  if (file.format === "toml" || !isObject(settings[file.member])) return text;
  if (Object.keys(settings[file.member] as object).length > 0) return text;
  return editJsonSettings(text, [file.member], undefined);
}

/** The source text of entries in settings, by their names. */
export function entrySources(text: string, file: ServersMember): ReadonlyMap<string, string> {
  if (file.format === "toml") return tomlSources(text, file.member);
  const list = nodeAt(text, [file.member]);
  const properties = list?.children?.flatMap(({ children }) => {
    const [name, value] = children ?? [];
    return name === undefined || value === undefined
      ? []
      : [[String(name.value), text.slice(value.offset, value.offset + value.length)] as const];
  });
  return new Map(properties);
}

/** The value of edited settings; `undefined` if they are invalid. */
function plainSettings(text: string, file: ServersMember): unknown {
  try {
    return withoutEmpty(plain(parseSettings(text, file)), file);
  } catch {
    return undefined;
  }
}

/** Removes the table of servers if it is empty, because TOML can't represent it. */
function withoutEmpty(value: unknown, { format, member }: ServersMember): unknown {
  if (format === "json" || !isObject(value) || !isDeepStrictEqual(value[member], {})) return value;
  const { [member]: _, ...others } = value;
  return others;
}

/** Edits a list of servers in JSON; the rest of the text is unchanged. */
function editJson(before: string | undefined, member: string, { added, removed }: EntryChange): string {
  let text = before === undefined || before.trim() === "" ? "{}\n" : before;
  for (const old of removed) text = editJsonSettings(text, [member, old], undefined);
  for (const { name, entry, source, index } of added) {
    const getInsertionIndex = (known: readonly string[]): number => Math.min(index ?? known.length, known.length);
    text = editJsonSettings(text, [member, name], entry, { getInsertionIndex });
    const node = source === undefined ? undefined : nodeAt(text, [member, name]);
    if (node !== undefined) text = `${text.slice(0, node.offset)}${source}${text.slice(node.offset + node.length)}`;
  }
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Finds a member in JSON text by its path. */
function nodeAt(text: string, path: string[]) {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, path);
}

/** Returns a plain JSON copy of a parsed value, for comparisons. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
