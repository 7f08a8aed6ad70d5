import { isDeepStrictEqual } from "node:util";
import { isObject } from "@helve/core/internal";
import { applyEdits, findNodeAtLocation, modify, type ParseError, parse, parseTree } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import type { McpClientSettings } from "./client-files.ts";
import { tomlSources, tomlWith } from "./edit-toml.ts";
import type { EntryChange } from "./entry-change.ts";
import { InstallError } from "./install-error.ts";

/** Which part of a file has the servers. */
export type ServersMember = Pick<McpClientSettings, "format" | "member">;

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

/** The servers in settings, by their names. @throws InstallError if they are no object */
export function serversIn(text: string | undefined, file: ServersMember): Readonly<Record<string, unknown>> {
  const settings = parseSettings(text, file);
  const servers = Object.hasOwn(settings, file.member) ? settings[file.member] : undefined;
  if (servers === undefined) return {};
  if (isObject(servers)) return servers;
  throw new InstallError(`"${file.member}" must be an object: correct it first`);
}

/**
 * Writes entries into the settings of a client, and removes others. Everything else stays as it is, comments included.
 *
 * @throws InstallError if that is not possible
 */
export function withEntries(before: string | undefined, file: ServersMember, change: EntryChange): string {
  const text =
    file.format === "toml" ? tomlWith(before ?? "", file.member, change) : jsonWith(before, file.member, change);
  const expected = structuredClone(parseSettings(before, file)) as Record<string, unknown>;
  const servers = { ...(expected[file.member] as object) } as Record<string, unknown>;
  for (const name of change.removed) delete servers[name];
  for (const { name, entry } of change.added) servers[name] = entry;
  if (Object.hasOwn(expected, file.member) || change.added.length > 0) expected[file.member] = servers;
  if (isDeepStrictEqual(plainSettings(text, file), withoutEmpty(plain(expected), file))) return text;
  throw new InstallError(`its "${file.member}" can't be edited: change it by hand`);
}

/** Removes the member with the servers, if it is empty. */
export function withoutMember(text: string, file: ServersMember): string {
  const settings = parseSettings(text, file);
  if (file.format === "toml" || !isObject(settings[file.member])) return text;
  if (Object.keys(settings[file.member] as object).length > 0) return text;
  return applyEdits(text, modify(text, [file.member], undefined, { formattingOptions: formattingOf(text) }));
}

/** How entries are written in settings, by their names. */
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

/** TOML has no table of servers if there are none. */
function withoutEmpty(value: unknown, { format, member }: ServersMember): unknown {
  if (format === "json" || !isObject(value) || !isDeepStrictEqual(value[member], {})) return value;
  const { [member]: _, ...others } = value;
  return others;
}

function jsonWith(before: string | undefined, member: string, { added, removed }: EntryChange): string {
  let text = before === undefined || before.trim() === "" ? "{}\n" : before;
  const formattingOptions = formattingOf(text);
  for (const old of removed) text = applyEdits(text, modify(text, [member, old], undefined, { formattingOptions }));
  for (const { name, entry, source, index } of added) {
    const getInsertionIndex = (known: readonly string[]): number => Math.min(index ?? known.length, known.length);
    text = applyEdits(text, modify(text, [member, name], entry, { formattingOptions, getInsertionIndex }));
    const node = source === undefined ? undefined : nodeAt(text, [member, name]);
    if (node !== undefined) text = `${text.slice(0, node.offset)}${source}${text.slice(node.offset + node.length)}`;
  }
  return text.endsWith("\n") ? text : `${text}\n`;
}

function nodeAt(text: string, path: string[]) {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, path);
}

function formattingOf(text: string) {
  const [indent = "  "] = /^[ \t]+(?=\S)/m.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  return {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 1,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** The value as JSON has it, so that objects of parsers compare by their content. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
