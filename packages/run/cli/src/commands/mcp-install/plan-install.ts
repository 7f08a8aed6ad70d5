import { isDeepStrictEqual } from "node:util";
import { serversMember, toolNames } from "@helve/mcp/node";
import { UsageError } from "../../io.ts";
import { localServers, reasonToKeep, toServerEntry } from "./client-entry.ts";
import { type McpClient, mcpClients, mcpSettingsPath, serversArgument, serversPath } from "./client-files.ts";
import { entrySources, parseSettings, plain, serversIn, withEntries } from "./edit-client-file.ts";
import { type InstallRecord, type MovedServer, parseRecords, recordsPath, recordsText } from "./install-record.ts";
import { undoOf } from "./text-undo.ts";

/**
 * Plans how a client gets the gateway as its only MCP server: the servers in the client's settings move to a file of servers, which the gateway
 * reads. Nothing is written.
 *
 * @throws UsageError if the settings can't be edited
 */
export function planInstall(client: McpClient, options: InstallOptions): InstallPlan {
  const { read, program, signIns = new Set() } = options;
  const settings = mcpClients[client];
  const path = mcpSettingsPath(client, options);
  const before = read(path);
  const found = Object.entries(inFile(path, () => serversIn(before, settings)));
  const own = found.find(([name]) => name === gatewayName)?.[1];
  const kept: KeptServer[] = [];
  const moving = found.flatMap(([name, entry], index) => {
    if (name === gatewayName) return [];
    const reason = reasonToKeep(client, entry) ?? (signIns.has(name) ? signInReason : undefined);
    if (reason === undefined) return [{ name, entry, index }];
    kept.push({ name, reason });
    return [];
  });
  const file = serversPath(options);
  const serversBefore = read(file);
  const member = serversMember(inFile(file, () => parseSettings(serversBefore, { format: "json" })));
  const list = { format: "json", member } as const;
  const known = serversIn(serversBefore, list);
  const sources = entrySources(before ?? "", settings);
  const sourceOf = (name: string): { readonly source?: string } => {
    const source = sources.get(name);
    return source === undefined ? {} : { source };
  };
  const moved = namedServers(known, moving, client).map(
    (server): MovedServer => ({ ...server, ...sourceOf(server.name) }),
  );
  const added = moved.flatMap(({ as, entry, added: isAdded }) =>
    isAdded ? [{ name: as, entry: toServerEntry(client, entry) }] : [],
  );
  const entry = {
    ...settings.entry,
    command: program[0] ?? "helve",
    args: [...program.slice(1), "mcp", "guard", "--servers", serversArgument(client, options)],
  };
  const isInstalled = own !== undefined && isDeepStrictEqual(own, entry) && moving.length === 0;
  const removed = moving.map(({ name }) => name);
  const after =
    isInstalled && before !== undefined
      ? before
      : withEntries(before, settings, { added: [{ name: gatewayName, entry }], removed });
  const serversAfter =
    serversBefore === undefined
      ? `${JSON.stringify({ mcpServers: Object.fromEntries(added.map((each) => [each.name, each.entry])) }, null, 2)}\n`
      : added.length === 0
        ? serversBefore
        : withEntries(serversBefore, list, { added, removed: [] });
  const changes = [
    { path: file, before: serversBefore, after: serversAfter },
    { path, before, after },
  ].filter((change) => change.before !== change.after);
  const records = recordsPath(options.state);
  const recordsBefore = read(records);
  const all = parseRecords(recordsBefore, records);
  const record: InstallRecord = {
    settings: path,
    servers: file,
    moved,
    replaced:
      own === undefined
        ? undefined
        : {
            entry: own,
            index: Object.keys(serversIn(before, settings)).indexOf(gatewayName),
            ...sourceOf(gatewayName),
          },
    hadList: Object.hasOwn(parseSettings(before, settings), settings.member),
    createdServers: serversBefore === undefined,
    undoSettings: undoOf(before, after),
    undoServers: undoOf(serversBefore, serversAfter),
  };
  return {
    changes,
    moved: removed,
    kept: [...kept, ...otherServers(client, options)],
    isEmpty: Object.keys(known).length + added.length === 0,
    replacesGateway: own !== undefined && !isDeepStrictEqual(own, entry),
    record: {
      path: records,
      before: recordsBefore,
      after: changes.length === 0 ? (recordsBefore ?? recordsText([])) : recordsText(withRecord(all, record)),
    },
  };
}

/** The servers that `planInstall` would move, as entries of a file of servers: those that the gateway can start, by their names. */
export function serversToMove(
  client: McpClient,
  options: Omit<InstallOptions, "program" | "signIns">,
): Readonly<Record<string, unknown>> {
  const path = mcpSettingsPath(client, options);
  const found = inFile(path, () => serversIn(options.read(path), mcpClients[client]));
  const moving = Object.entries(found).filter(([name, entry]) => {
    return name !== gatewayName && reasonToKeep(client, entry) === undefined;
  });
  return Object.fromEntries(moving.map(([name, entry]) => [name, toServerEntry(client, entry)]));
}

const signInReason =
  "it requires a sign-in (HTTP 401), which only the client has done: run helve mcp login with its URL, then this command again";

/** Reads a file. @throws UsageError that names it */
function inFile<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

/** Options of {@link planInstall}. */
export interface InstallOptions {
  /** The settings of one project, or of the user. */
  readonly scope: "user" | "project";
  /** The command with which the client starts Helve: `["helve"]`, or Node and a file. */
  readonly program: readonly string[];
  /** The names of servers that refuse a client without a sign-in; none by default. */
  readonly signIns?: ReadonlySet<string>;
  readonly cwd: string;
  readonly home: string;
  /** The user's folder for what Helve has to remember. */
  readonly state: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** Reads a file; `undefined` if not found. */
  read(path: string): string | undefined;
}

/** The changes of an installation. */
export interface InstallPlan {
  /** The files to write, with their texts before and after. */
  readonly changes: readonly { readonly path: string; readonly before: string | undefined; readonly after: string }[];
  /** The names of the servers that move behind the gateway. */
  readonly moved: readonly string[];
  /** Those that stay, because the gateway can't start them. */
  readonly kept: readonly KeptServer[];
  /** Whether the gateway has no servers. */
  readonly isEmpty: boolean;
  /** Whether the client has another entry under the name of the gateway, which is replaced. */
  readonly replacesGateway: boolean;
  /** The record that `writeInstallRecord` writes before the last of the changes, so that `planUninstall` can undo them. */
  readonly record: RecordChange;
}

/** A server that stays where it is. */
export interface KeptServer {
  readonly name: string;
  readonly reason: string;
}

/** A change of the file of records. */
export interface RecordChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The name of the gateway in the settings of a client. */
export const gatewayName = "helve";

/** Chooses names for servers in the servers file; a name in use gets a number. */
function namedServers(
  known: Readonly<Record<string, unknown>>,
  moving: readonly Pick<MovedServer, "name" | "entry" | "index">[],
  client: McpClient,
): readonly MovedServer[] {
  const isKnown = ({ name, entry }: Pick<MovedServer, "name" | "entry">): boolean =>
    Object.hasOwn(known, name) && isDeepStrictEqual(known[name], plain(toServerEntry(client, entry)));
  const added = moving.filter((server) => !isKnown(server));
  const taken = Object.keys(known);
  const names = toolNames([...taken, ...added.map(({ name }) => name)], undefined, 64).slice(taken.length);
  return moving.map((server) => {
    const place = added.indexOf(server);
    return { ...server, as: place < 0 ? server.name : (names[place] ?? server.name), added: place >= 0 };
  });
}

/**
 * Adds a record. A second installation for the same settings moves more servers. Both can't be undone to the same texts, because the settings
 * were changed in between.
 */
function withRecord(records: readonly InstallRecord[], record: InstallRecord): readonly InstallRecord[] {
  const earlier = records.find(({ settings, servers }) => settings === record.settings && servers === record.servers);
  const others = records.filter((each) => each !== earlier);
  if (earlier === undefined) return [...others, record];
  const { undoSettings: _, undoServers: __, replaced: ___, ...rest } = record;
  const names = new Set(record.moved.map(({ name }) => name));
  const ownNames = new Set(earlier.moved.flatMap(({ as, added }) => (added ? [as] : [])));
  const moved = record.moved.map((server) => ({ ...server, added: server.added || ownNames.has(server.as) }));
  const merged: InstallRecord = {
    ...rest,
    replaced: earlier.replaced,
    moved: [...earlier.moved.filter(({ name }) => !names.has(name)), ...moved],
    hadList: earlier.hadList,
    createdServers: earlier.createdServers || record.createdServers,
  };
  return [...others, merged];
}

/** Lists the servers that Claude Code starts in one project only. */
function otherServers(client: McpClient, options: InstallOptions): readonly KeptServer[] {
  if (client !== "claude-code") return [];
  const { read, scope, cwd } = options;
  const user = parseSettings(read(mcpSettingsPath(client, { ...options, scope: "user" })), { format: "json" });
  return localServers(user)
    .filter(({ folder }) => scope === "user" || folder === cwd)
    .map(({ folder, name }) => ({ name, reason: `it belongs to ${folder} only (claude mcp add --scope local)` }));
}
