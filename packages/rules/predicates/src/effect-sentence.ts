import type {
  DatabaseEffect,
  DeserializeEffect,
  Effect,
  ExecuteEffect,
  FileEffect,
  NetworkEffect,
  Origin,
  PermissionEffect,
  PersistenceEffect,
  PrivilegeEffect,
  RemoteEffect,
  SignalEffect,
  Target,
  WriteEffect,
} from "@helve/effects";
import { hasWildcard, normalizePath, unescapeGlob } from "@helve/effects";

/** Describes an effect as a sentence: `rm deletes report.md`. */
export function effectSentence(effect: Effect): string {
  if (effect.kind === "anything") return effect.reason;
  return `${subjectText(effect)} ${effect.certainty === "unknown" ? "possibly " : ""}${verbPhrase(effect)}`;
}

/** The predicate of a sentence about an effect: `deletes report.md`. */
export function effectClaim(effect: Effect): string {
  return effect.kind === "anything" ? effect.reason : verbPhrase(effect);
}

/** The subject of a sentence about an effect: `rm`, `a redirect`. */
function subjectText(effect: Effect): string {
  const { by } = effect;
  if (effect.kind === "execute" && effect.program?.split("/").at(-1) === by.split("/").at(-1)) return "the code";
  if (/[\w.$]/.test(by)) return by;
  if (/[<>]/.test(by)) return "a redirect";
  return by === "*" || by.endsWith("=") ? `the operator ${by}` : `the function ${by}`;
}

/** The verbs of effects on files. */
const fileVerbs = { read: "reads", list: "lists", delete: "deletes" };

/** The verb of the sentence with its objects: `deletes report.md`. */
function verbPhrase(effect: Exclude<Effect, { kind: "anything" }>): string {
  switch (effect.kind) {
    case "read":
    case "list":
    case "delete":
      return `${fileVerbs[effect.kind]} ${targetText(effect.target, effect.recursive)}`;
    case "destroy":
      return destroyVerbPhrase(effect);
    case "write":
      return `${writeVerbs[effect.mode]} ${effect.recursive && effect.target?.path === "/" ? "files in /" : targetText(effect.target, effect.recursive)}`;
    case "move":
      return `moves ${targetText(effect.target, effect.recursive)} to ${targetText(effect.to, false)}`;
    case "discard":
      return `discards ${effect.what}`;
    case "database":
      return databaseVerbPhrase(effect);
    case "remote":
      return `${remoteVerbs[effect.change]} ${effect.what ?? "something"} ${towards.has(effect.change) ? "to" : "on"} ${effect.service}`;
    case "reveal":
      return `reveals ${effect.what}`;
    case "execute":
      return executeVerbPhrase(effect);
    case "command":
      return `starts ${effect.words[0]?.text ?? "an unknown program"}`;
    case "permission":
      return permissionVerbPhrase(effect);
    case "signal":
      return `${effect.harmless ? "sends a signal to" : "stops"} ${processText(effect)}`;
    case "network":
      return networkVerbPhrase(effect);
    case "install":
      return `installs ${packagesText(effect.packages)} from ${effect.source === "address" ? hostText(effect.host) : installSources[effect.source]}`;
    case "persist":
      return persistVerbPhrase(effect);
    case "privilege":
      return privilegeVerbPhrase(effect);
    case "deserialize":
      return deserializeVerbPhrase(effect);
    case "exhaust":
      return effect.what === "network" ? "floods the network" : `uses up ${effect.what}`;
  }
}

const writeVerbs: Readonly<Record<WriteEffect["mode"], string>> = {
  create: "creates",
  replace: "overwrites",
  append: "appends to",
  change: "changes",
};

/** Says what a statement does to a database: `drops a table`. */
function databaseVerbPhrase({ change, all, what }: DatabaseEffect): string {
  const object = what ?? "an unknown part of a database";
  if (change === "grant" && object.startsWith("rights of")) return `changes the ${object}`;
  if (all && change === "alter") return `drops a part of ${object}`;
  const verb = databaseVerbs[change];
  return `${all && (change === "update" || change === "delete") ? verb.replace("rows", "all rows") : verb} ${object}`;
}

const databaseVerbs: Readonly<Record<DatabaseEffect["change"], string>> = {
  insert: "adds rows to",
  update: "changes rows of",
  delete: "deletes rows of",
  truncate: "deletes all rows of",
  create: "creates",
  alter: "alters",
  drop: "drops",
  grant: "changes the rights on",
};

const remoteVerbs: Readonly<Record<RemoteEffect["change"], string>> = {
  push: "pushes",
  publish: "publishes",
  upload: "uploads",
  create: "creates",
  change: "changes",
  delete: "deletes",
  grant: "changes the rights on",
};

/** Changes that bring something to a service. */
const towards: ReadonlySet<RemoteEffect["change"]> = new Set(["push", "publish", "upload"]);

const installSources = { registry: "its registry", file: "a file", unknown: "an unknown source" };

const persistVerbs = {
  schedule: "schedules commands that run later",
  service: "sets up a service",
  "startup file": "changes commands that run at each start",
  keys: "changes who can log in",
  hook: "sets up a hook",
  pipeline: "changes what a build server runs",
  settings: "changes a setting that may run code",
  instructions: "tells coding agents to switch checks off",
};

/** The verb phrase of a change of rights: `changes the mode of a.sh to 755`. */
function permissionVerbPhrase({ by, change, target, recursive, value }: PermissionEffect): string {
  const isOfMachine = target === null && change === "attributes" && /^[A-Z]\w*-/.test(by);
  if (isOfMachine) return `changes the protection of the machine${value === by ? "" : newValueText(value)}`;
  return `changes the ${change} of ${targetText(target, recursive)}${newValueText(value)}`;
}

/** The verb phrase of a destruction; git throws away changes of its working tree. */
function destroyVerbPhrase({ target, device, recursive, by }: FileEffect): string {
  if (by === "git") {
    return `throws away uncommitted changes${target === null ? "" : ` of ${targetText(target, recursive)}`}`;
  }
  if (target !== null) return `destroys ${targetText(target, recursive)}`;
  return `destroys ${device ?? "files or disks that are unknown"}`;
}

/** Nouns for content that is not a command. */
const contentNouns: Partial<Record<PersistenceEffect["where"], string>> = {
  settings: "a risky setting",
  instructions: "an instruction that switches checks off",
};

/** The verb phrase of code or settings that take effect later: `schedules commands that run later in jobs`. */
function persistVerbPhrase({ target, where, content }: PersistenceEffect): string {
  if (target === null) return where === "settings" ? "makes programs run other code" : persistVerbs[where];
  const file = targetText(target, false);
  if (content !== undefined) {
    return `writes ${contentNouns[where] ?? "a command that runs later"} to ${file}: \`${content}\``;
  }
  if (where === "startup file") return `changes ${file}, which runs at each start`;
  if (where === "keys") return `changes ${file}, which decides who can log in`;
  return `${persistVerbs[where]} in ${file}`;
}

/** The verb phrase of objects that are created from data: `creates objects from encoded json, which nobody can read`. */
function deserializeVerbPhrase({ format, from }: DeserializeEffect): string {
  const others = from.filter(({ kind }) => kind !== "encoded").map(originText);
  const isEncoded = others.length < from.length;
  return `creates objects from ${isEncoded ? "encoded " : ""}${format}${others.join(" and")}${isEncoded ? ", which nobody can read" : ""}`;
}

/** The verb phrase of an execution: `runs npm`, `runs code from x.io`, `runs /bin/sh with code from x.io`. */
function executeVerbPhrase({ program, from }: ExecuteEffect): string {
  const isNamed = program !== null && !/^\/(?:dev|proc)\//.test(program);
  const path = program && normalizePath(program);
  const others = from.filter((origin) => origin.kind !== "file" || origin.target?.path !== path);
  const code = `code${others.map(originText).join(" and")}`;
  if (!isNamed) return from.length === 1 && from[0]?.kind === "literal" ? "runs a string as code" : `runs ${code}`;
  return others.length === 0 ? `runs ${program}` : `runs ${program} with ${code}`;
}

/** The processes that get a signal: `nginx`, `the process 12`. */
function processText({ process, by }: SignalEffect): string {
  if (machineStoppers.test(by)) return "the machine";
  if (process === null) return "processes that are chosen when it runs";
  return /^-?\d+$/.test(process) ? `the process ${process}` : process;
}

const machineStoppers = /^(?:reboot|shutdown|halt|poweroff|telinit|init)$/;

/** The verb phrase of a network effect: `sends a.txt to x.io`. */
function networkVerbPhrase({ direction, host, port, protocol, from }: NetworkEffect): string {
  if (direction === "listen") return `listens for connections${port === undefined ? "" : ` on port ${port}`}`;
  if (direction === "in") return `fetches from ${hostText(host)}`;
  const what = [...new Set(from.flatMap(sentText))];
  const sent = what.length > 0 ? what.join(" and ") : protocol === "udp" ? "UDP packets" : "data";
  return `sends ${sent} to ${hostText(host)}`;
}

/** The names of sent data, by its origin; empty if the origin has no description. */
function sentText(origin: Origin): readonly string[] {
  if (origin.kind === "file") return [targetText(origin.target)];
  if (origin.kind === "environment") return ["environment variables"];
  return origin.kind === "secret" ? [origin.what] : [];
}

/** The verb phrase of an effect on rights: `acts with the rights of root`, `gives rights to bob`. */
function privilegeVerbPhrase({ by, user }: PrivilegeEffect): string {
  if (rightsOfOthers.test(by)) return `acts with the rights of ${user ?? "an unknown user"}`;
  if (user === null) return "changes which rights users have";
  return user === "root" ? "uses the rights of root" : `gives rights to ${user}`;
}

/** Programs that act with the rights of another user. */
const rightsOfOthers =
  /^(?:Start-Process|start|runas|sudo|sudoedit|su|doas|pkexec|runuser|gosu|su-exec|setpriv|chroot|nsenter|unshare|login|sulogin|docker|podman|nerdctl)$/;

/** The origin of data or code, as text that follows it: ` from x.io`. */
function originText(origin: Origin): string {
  switch (origin.kind) {
    case "file":
      return ` from ${targetText(origin.target, false)}`;
    case "network":
      return ` from ${hostText(origin.host)}`;
    case "output":
      return ` from the output of ${origin.by}`;
    case "input":
      return " from its input";
    case "environment":
      return " from the environment";
    case "encoded":
      return " that was encoded";
    case "secret":
      return ` from ${origin.what}`;
    case "literal":
      return " from a string literal";
    case "unknown":
      return " from an unknown source";
  }
}

/** The installed packages: `left-pad, zod`. */
function packagesText(packages: readonly string[] | null): string {
  if (packages === null) return "unknown packages";
  return packages.length === 0 ? "the dependencies of the project" : packages.join(", ");
}

/** A host, or text for an unknown host. */
function hostText(host: string | null | undefined): string {
  return host ?? "an unknown host";
}

/** The new value of a permission: ` to 777`. */
function newValueText(value: string | null): string {
  return value === null ? "" : ` to ${value}`;
}

/** A target as text: a path, `some files in src`, `an unknown file`. */
export function targetText(target: Target | null, recursive = false): string {
  if (target === null) return "an unknown file";
  const { path, glob, partial } = target;
  const text = path === "" ? "the working directory" : quotedName(windowsText(glob ? unescapeGlob(path) : path));
  if (partial) {
    const directory = text.replace(/\/\*\*$/, "");
    return glob && hasWildcard(directory) ? `some of the files ${text}` : `some files in ${directory}`;
  }
  return recursive && text === "/" ? "everything" : text;
}

/** A path, in quotes if the reader could take it for other words of the sentence. */
function quotedName(path: string): string {
  return /[\s"'`;,()<>|]/.test(path) ? JSON.stringify(path) : path;
}

/** A normalized path on a Windows drive, a share or in the registry as people write it: `C:/Users` for `/c:/Users`. */
function windowsText(path: string): string {
  return path.replace(/^\/(?:(unc):\/|([a-z]):|(hk[a-z]+:))/i, (_, unc?: string, drive?: string, key?: string) =>
    unc === undefined ? (drive === undefined ? (key ?? "") : `${drive.toUpperCase()}:`) : "//",
  );
}
