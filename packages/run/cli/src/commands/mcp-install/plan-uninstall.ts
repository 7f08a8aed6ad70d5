import { isDeepStrictEqual } from "node:util";
import { isObject, ownMember } from "@helve/core/internal";
import { serversMember } from "@helve/mcp/node";
import { toClientEntry, toServerEntry } from "./client-entry.ts";
import { type McpClient, mcpClients, mcpSettingsPath, serversPath } from "./client-files.ts";
import {
  type NewEntry,
  parseSettings,
  plain,
  type ServersMember,
  serversIn,
  withEntries,
  withoutMember,
} from "./edit-client-file.ts";
import { type InstallRecord, type MovedServer, parseRecords, recordsPath, recordsText } from "./install-record.ts";
import { gatewayName, type InstallOptions, type KeptServer, type RecordChange } from "./plan-install.ts";
import { canUndo, undone } from "./text-undo.ts";

/**
 * Plans how a client gets its MCP servers back: the inverse of `planInstall`. Files that nobody has changed since get their former text. In
 * changed files, the moved servers return in their current form, and other entries are unchanged. Nothing is written.
 *
 * Without a record of the installation, as for a project that somebody else has set up, all servers of the file return, and the file stays.
 *
 * @throws UsageError if the settings can't be edited
 */
export function planUninstall(client: McpClient, options: Omit<InstallOptions, "program">): UninstallPlan {
  const { read, state } = options;
  const path = mcpSettingsPath(client, options);
  const before = read(path);
  const records = recordsPath(state);
  const recordsBefore = read(records);
  const all = parseRecords(recordsBefore, records);
  const record = all.find(({ settings, servers }) => settings === path && servers === serversPath(options));
  const current = serversIn(before, mcpClients[client]);
  const isGateway = isGatewayEntry(current[gatewayName]);
  if (record === undefined && !isGateway) return { changes: [], restored: [], kept: [], isInstalled: false };
  const file = serversPath(options);
  const serversBefore = read(file);
  const list = { format: "json", member: serversMember(parseSettings(serversBefore, { format: "json" })) } as const;
  const present = serversIn(serversBefore, list);
  const moved = record?.moved ?? unrecorded(client, present, current);

  const kept: KeptServer[] = [];
  const returning = moved.flatMap((server): readonly Returning[] => {
    const { name, as, entry } = server;
    const now = serversBefore === undefined ? toServerEntry(client, entry) : ownMember(present, as);
    if (now === undefined) {
      kept.push({ name, reason: `it was removed from ${file}` });
      return [];
    }
    const isUnchanged = isDeepStrictEqual(plain(now), plain(toServerEntry(client, entry)));
    const wanted = isUnchanged ? entry : toClientEntry(client, now);
    const there = ownMember(current, name);
    if (there !== undefined && !isDeepStrictEqual(plain(there), plain(wanted))) {
      kept.push({ name, reason: `the client has another server with this name, so it stays in ${file}` });
      return [];
    }
    return [{ server, wanted, isUnchanged, isThere: there !== undefined }];
  });

  const isAsInstalled = returning.length === moved.length && returning.every(({ isUnchanged }) => isUnchanged);
  const undo = record?.undoSettings;
  const after =
    isAsInstalled && undo !== undefined && canUndo(before, undo)
      ? undone(before, undo)
      : restored(before, mcpClients[client], { record, returning, isGateway });
  const others = all.filter((each) => each !== record);
  const serversAfter =
    record === undefined ? serversBefore : remaining(serversBefore, list, { record, returning, others });
  return {
    changes: [
      { path, before, after },
      { path: file, before: serversBefore, after: serversAfter },
    ].filter((change) => change.before !== change.after),
    restored: returning.map(({ server }) => server.name),
    kept,
    isInstalled: true,
    record:
      record === undefined
        ? undefined
        : { path: records, before: recordsBefore, after: recordsText(remainingRecords(others, record)) },
  };
}

/** The changes of removing the gateway. */
export interface UninstallPlan {
  /** The files to write, with their texts before and after; `undefined` for no file. */
  readonly changes: readonly {
    readonly path: string;
    readonly before: string | undefined;
    readonly after: string | undefined;
  }[];
  /** The names of the servers that return to the client. */
  readonly restored: readonly string[];
  /** Those that do not return. */
  readonly kept: readonly KeptServer[];
  /** Whether the client calls the gateway, or has servers that an installation has moved. */
  readonly isInstalled: boolean;
  /** The record that `writeInstallRecord` writes after the changes; absent if no installation was recorded. */
  readonly record?: RecordChange;
}

interface Returning {
  readonly server: MovedServer;
  /** Its entry in the settings of the client. */
  readonly wanted: unknown;
  readonly isUnchanged: boolean;
  /** Whether the settings have it already. */
  readonly isThere: boolean;
}

/** The settings with the servers that return, and without the gateway; `undefined` for no file. */
function restored(
  before: string | undefined,
  settings: ServersMember,
  {
    record,
    returning,
    isGateway,
  }: {
    readonly record: InstallRecord | undefined;
    readonly returning: readonly Returning[];
    readonly isGateway: boolean;
  },
): string | undefined {
  const added: NewEntry[] = returning
    .filter(({ isThere }) => !isThere)
    .map(({ server: { name, index, source }, wanted, isUnchanged }) => ({
      name,
      index,
      entry: wanted,
      source: isUnchanged ? source : undefined,
    }));
  const replaced = record?.replaced;
  if (isGateway && replaced !== undefined) added.push({ name: gatewayName, ...replaced });
  if (added.length === 0 && !isGateway) return before;
  const text = withEntries(before, settings, {
    added: added.sort((a, b) => (a.index ?? 0) - (b.index ?? 0)),
    removed: isGateway ? [gatewayName] : [],
  });
  const rest = record?.hadList === false ? withoutMember(text, settings) : text;
  const isEmpty = Object.keys(parseSettings(rest, settings)).length === 0 && !/[^\s{}]/.test(rest);
  return record?.undoSettings?.isNew === true && isEmpty ? undefined : rest;
}

/** The file of servers without those that have returned; `undefined` for no file. Those that another client needs stay. */
function remaining(
  before: string | undefined,
  list: ServersMember,
  {
    record,
    returning,
    others,
  }: {
    readonly record: InstallRecord;
    readonly returning: readonly Returning[];
    readonly others: readonly InstallRecord[];
  },
): string | undefined {
  if (before === undefined) return undefined;
  const removed = returning.flatMap(({ server: { as, added } }) =>
    added && !isNeeded(as, record, others) ? [as] : [],
  );
  const isAll = removed.length === record.moved.filter(({ added }) => added).length;
  const isShared = record.createdServers && others.some(({ servers }) => servers === record.servers);
  const { undoServers: undo } = record;
  if (isAll && !isShared && undo !== undefined && canUndo(before, undo)) return undone(before, undo);
  const text = removed.length === 0 ? before : withEntries(before, list, { added: [], removed });
  const isEmpty = Object.keys(serversIn(text, list)).length === 0 && !/\/[/*]/.test(text);
  return record.createdServers && isEmpty && !isShared ? undefined : text;
}

/** Whether another client needs a server of the file. */
function isNeeded(as: string, { servers }: InstallRecord, others: readonly InstallRecord[]): boolean {
  return others.some((other) => other.servers === servers && other.moved.some((server) => server.as === as));
}

/** Returns the records without one; its added servers belong to another record that needs them. */
function remainingRecords(others: readonly InstallRecord[], removed: InstallRecord): readonly InstallRecord[] {
  const names = new Set(removed.moved.flatMap(({ as, added }) => (added ? [as] : [])));
  const heir = others.find(({ servers }) => servers === removed.servers);
  return others.map((record) => {
    if (record.servers !== removed.servers) return record;
    const moved = record.moved.map((server) => ({ ...server, added: server.added || names.has(server.as) }));
    return { ...record, moved, createdServers: record.createdServers || (record === heir && removed.createdServers) };
  });
}

/** Lists all servers of the file, if no record says which were moved. */
function unrecorded(
  client: McpClient,
  present: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): readonly MovedServer[] {
  const count = Object.keys(current).length;
  return Object.entries(present).map(([name, entry], index) => ({
    name,
    as: name,
    entry: toClientEntry(client, entry),
    index: count + index,
    added: false,
  }));
}

/** Whether an entry starts the gateway. */
function isGatewayEntry(entry: unknown): boolean {
  const args = isObject(entry) ? entry["args"] : undefined;
  return Array.isArray(args) && args.includes("mcp") && args.includes("guard");
}
