/** `helve hook install` and `uninstall`: writes Helve's hooks into a client's settings, and removes them. */
import {
  clientSettings,
  hookCommand,
  readSettings,
  type Scope,
  type SettingsClient,
  settingsPath,
  stateFolder,
} from "@helve/hooks/node";
import { changeSettings } from "../install/change-settings.ts";
import { trustInCodex } from "../install/codex-trust.ts";
import { addHooks, callsHelve, removeHooks } from "../install/edit-settings.ts";
import { fastProgram } from "../install/fast-program.ts";
import { installedProgram } from "../installed-program.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { createRecordKey } from "../records/record-key.ts";
import { recordUnattended } from "../records/unattended.ts";
import { clientNamed } from "./hook.ts";

/** The options of `helve hook install` and `helve hook uninstall`. */
export interface InstallOptions {
  readonly project?: boolean;
  readonly user?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  /** From now on, `--yes` stands for a person also where Helve is loosened. */
  readonly unattended?: boolean;
  /** The program that the client calls: `helve`, if it is on everybody's path. */
  readonly program?: string;
}

/** Writes Helve's hooks into the settings of a client, after it has shown the change. */
export async function installHook(name: string, options: InstallOptions, surroundings: Io): Promise<number> {
  const io = forPerson(options, surroundings);
  const client = settingsClient(name);
  const scope = scopeOf(options);
  // The settings of a project are for other machines as well.
  const program =
    options.program?.split(" ") ??
    (scope === "project" ? ["helve"] : fastProgram(installedProgram(io, `hook install ${name}`)));
  const deciding = new Set(clientSettings[client].events.filter(({ decides }) => decides).map((event) => event.name));
  const path = settingsPath(clientSettings[client], scope, io);
  const before = readSettings(path);
  const text = inFile(path, () =>
    addHooks(before, client, (event) => hookCommand(program, client, event, { decides: deciding.has(event) })),
  );
  const { yes = false, unattended = false } = options;
  if (unattended && !yes) throw new UsageError("--unattended needs --yes: it is for environments without a person");
  const isSetUp = !unattended || (await recordUnattended(io));
  // Hooks that are replaced may deny what the new ones allow.
  const loosens = callsHelve(before, client);
  const isWritten = isSetUp && (await changeSettings({ path, after: text }, { yes, loosens }, io));
  if (options.json) surroundings.out(`${JSON.stringify({ client, file: path, installed: isWritten })}\n`);
  if (!isWritten) {
    io.out("nothing was changed\n");
    return exitCodes.findings;
  }
  // From now on, nobody but a person can say that the environment has none.
  await createRecordKey(stateFolder(io.home, io.environment));
  io.out(`${path} calls Helve\n`);
  if (client === "codex") await trustInCodex(path, io);
  io.out(`See whether it works: helve hook doctor ${client}\n`);
  return exitCodes.fine;
}

/** Removes Helve's hooks from the settings of a client, after it has shown the change. */
export async function uninstallHook(name: string, options: InstallOptions, surroundings: Io): Promise<number> {
  const io = forPerson(options, surroundings);
  const client = settingsClient(name);
  const path = settingsPath(clientSettings[client], scopeOf(options), io);
  const before = readSettings(path);
  const after = inFile(path, () => removeHooks(before, client));
  const { yes = false } = options;
  const isRemoved = before === after || (await changeSettings({ path, after }, { yes, loosens: true }, io));
  if (options.json) surroundings.out(`${JSON.stringify({ client, file: path, installed: !isRemoved })}\n`);
  if (before === after) {
    io.out(`${path} does not call Helve\n`);
    return exitCodes.fine;
  }
  if (!isRemoved) {
    io.out("nothing was changed\n");
    return exitCodes.findings;
  }
  io.out(`${path} no longer calls Helve\n`);
  return exitCodes.fine;
}

/**
 * The client with a name, if it has a settings file.
 *
 * @throws UsageError with what to do instead
 */
export function settingsClient(name: string): SettingsClient {
  const client = clientNamed(name);
  if (client !== "docker-mcp") return client;
  const options = ["before", "after"].map(
    (when) => `--interceptor '${when}:exec:helve hook docker-mcp --session $PPID'`,
  );
  throw new UsageError(`the gateway has no settings file: start it with ${options.join(" ")}`);
}

/** Returns where to write text for a person: standard error if standard output is JSON. */
function forPerson({ json }: InstallOptions, io: Io): Io {
  return json ? { ...io, out: io.err } : io;
}

/** Returns whether options name the project's or the user's settings. */
function scopeOf({ project, user }: InstallOptions): Scope {
  if (project && user) throw new UsageError("--project and --user exclude each other");
  return project ? "project" : "user";
}

/** Names the file in an error. */
function inFile<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
