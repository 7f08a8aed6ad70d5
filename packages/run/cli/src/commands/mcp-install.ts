/** `helve mcp install` and `uninstall`: moves a client's MCP servers behind a guard, and back. */
import { rmdirSync } from "node:fs";
import { dirname } from "node:path";
import { readSettings, stateFolder } from "@helve/hooks/node";
import { changeSettings, type FileChange, patchOf, writeSettings } from "../install/change-settings.ts";
import { installedProgram } from "../installed-program.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { confirmLoosening } from "../records/confirm-loosening.ts";
import { createRecordKey } from "../records/record-key.ts";
import { loadMcp, type Mcp } from "./mcp/load.ts";
import { type McpClient, mcpClients } from "./mcp-install/client-files.ts";
import { writeInstallRecord } from "./mcp-install/install-record.ts";
import { type KeptServer, planInstall, serversToMove } from "./mcp-install/plan-install.ts";
import { planUninstall } from "./mcp-install/plan-uninstall.ts";

/** The options of `helve mcp install` and `helve mcp uninstall`. */
export interface McpInstallOptions {
  readonly project?: boolean;
  readonly yes?: boolean;
  /** The command with which the client starts Helve. */
  readonly program?: string;
}

/** Makes the gateway the only MCP server of a client: shows the changes, and writes them. */
export async function install(client: string, options: McpInstallOptions, io: Io): Promise<number> {
  const mcp = await loadMcp("helve mcp install");
  const settings = clientNamed(client);
  const found = places(options, io);
  const signIns = await signInServers(serversToMove(settings, found), mcp, io);
  const { changes, kept, isEmpty, replacesGateway, record } = planInstall(settings, {
    ...found,
    signIns,
    program: options.program?.split(" ") ?? (options.project ? ["helve"] : installedProgram(io, "mcp install")),
  });
  // Another entry of Helve may have guarded more.
  if (replacesGateway && !(await confirmAll(changes, options, io))) return exitCodes.findings;
  for (const [index, change] of changes.entries()) {
    // The servers are recorded before the client loses them. A record of a change that is declined then has no effect.
    if (index === changes.length - 1) writeInstallRecord(record);
    if (replacesGateway) writeSettings(change, modeOf(options));
    else if (!(await write(change, options, io))) return exitCodes.findings;
  }
  if (changes.length > 0) await createRecordKey(stateFolder(io.home, io.environment));
  report(kept, "is not guarded", io);
  if (changes.length === 0) io.out("the client calls Helve already\n");
  if (isEmpty) io.out("the gateway has no servers yet: add them to its file\n");
  return exitCodes.fine;
}

/** Lists servers that must stay, because only the client is signed in to them. */
async function signInServers(
  entries: Readonly<Record<string, unknown>>,
  mcp: Mcp,
  io: Io,
): Promise<ReadonlySet<string>> {
  const store = mcp.userSignIns(stateFolder(io.home, io.environment));
  const asked = Object.entries(entries).map(async ([name, entry]) => {
    const { value } = mcp.readServersFile(JSON.stringify({ mcpServers: { server: entry } }), io.environment);
    const config = value?.["server"];
    return config !== undefined && (await mcp.requiresSignIn(config, { store })) ? [name] : [];
  });
  return new Set((await Promise.all(asked)).flat());
}

/** Restores the servers that `install` has moved out of a client's settings: shows the changes, and writes them. */
export async function uninstall(client: string, options: McpInstallOptions, io: Io): Promise<number> {
  await loadMcp("helve mcp uninstall");
  const { changes, kept, restored, isInstalled, record } = planUninstall(clientNamed(client), places(options, io));
  if (!isInstalled) {
    io.out("the client does not call Helve\n");
    return exitCodes.fine;
  }
  if (!(await confirmAll(changes, options, io))) return exitCodes.findings;
  for (const change of changes) {
    writeSettings(change, modeOf(options));
    if (change.after === undefined) removeEmptyFolder(dirname(change.path));
  }
  if (record !== undefined) writeInstallRecord(record);
  report(kept, "is not restored", io);
  io.out(`the client no longer calls Helve, and has its servers back: ${restored.join(", ") || "it had none"}\n`);
  return exitCodes.fine;
}

/** Removes a folder if it is empty. */
function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // it is in use
  }
}

function clientNamed(name: string): McpClient {
  const clients = Object.keys(mcpClients);
  if (clients.includes(name)) return name as McpClient;
  throw new UsageError(`there is no client ${name}: expected one of ${clients.join(", ")}`);
}

/** Returns the settings and state files that an installation changes. */
function places({ project }: McpInstallOptions, io: Io) {
  const { cwd, home, environment } = io;
  const scope: "project" | "user" = project ? "project" : "user";
  return { cwd, home, environment, scope, state: stateFolder(home, environment), read: readSettings };
}

/** Writes a changed settings file. @returns whether the file was written */
async function write(change: FileChange, options: McpInstallOptions, io: Io): Promise<boolean> {
  const { yes = false } = options;
  if (await changeSettings(change, { yes, loosens: false, mode: modeOf(options) }, io)) return true;
  io.out("nothing more was changed\n");
  return false;
}

/** Asks a person to confirm changes of settings. @returns whether a person agrees with changes that loosen Helve */
async function confirmAll(changes: readonly FileChange[], { yes }: McpInstallOptions, io: Io): Promise<boolean> {
  if (changes.length === 0) return true;
  const details = changes.map(patchOf).join("");
  const question = changes.length === 1 ? "Change this file?" : "Change these files?";
  if (await confirmLoosening(question, { details, yes }, io)) return true;
  io.out("nothing was changed\n");
  return false;
}

/** Returns the mode of a settings file: private for user settings, which may contain keys. */
function modeOf({ project }: McpInstallOptions): number {
  return project ? 0o644 : 0o600;
}

/** Prints servers with the reason why they stay. */
function report(servers: readonly KeptServer[], what: string, io: Io): void {
  for (const { name, reason } of servers) io.out(`${name} ${what}: ${reason}\n`);
}
