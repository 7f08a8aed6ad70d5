/**
 * What a shell command or a program does, as far as it can be told: plain JSON, in the order of the text.
 *
 * Predicates are short questions over them.
 */
export interface Effects {
  readonly effects: readonly Effect[];
}

/** One thing that is done, with its place in the text. */
export type Effect =
  | FileEffect
  | WriteEffect
  | MoveEffect
  | DiscardEffect
  | ExecuteEffect
  | PermissionEffect
  | SignalEffect
  | NetworkEffect
  | InstallEffect
  | PersistenceEffect
  | PrivilegeEffect
  | ExhaustEffect
  | DeserializeEffect
  | AnythingEffect;

/** What is done. */
export type EffectKind = Effect["kind"];

/**
 * How sure it is that it happens when the text runs.
 *
 * - `certain`: it does
 * - `possible`: on a way that may not be taken: a branch, a function that nothing seems to call
 * - `unknown`: it can't be told whether it does
 */
export type Certainty = "certain" | "possible" | "unknown";

/** What every effect tells. */
export interface EffectBase {
  readonly certainty: Certainty;
  /** The program or function that does it: `rm`, `>`, `os.remove`. */
  readonly by: string;
  /** What causes it, in UTF-16 units of the text that was asked about. */
  readonly start: number;
  /** The first unit after it. */
  readonly end: number;
}

/**
 * Files are read, their names listed, or they go away.
 *
 * - `read`: what they hold is read
 * - `list`: what there is in a directory is looked at
 * - `delete`: they go away
 * - `destroy`: what they hold goes away on purpose (`shred`, `truncate`, `mkfs`)
 */
export interface FileEffect extends EffectBase {
  readonly kind: "read" | "list" | "delete" | "destroy";
  /** `null` when it is not known, or is no file: a disk. */
  readonly target: Target | null;
  /** Whether all beneath the target is concerned, too. */
  readonly recursive: boolean;
  /**
   * Of a target that is not known: people or the project name it, by arguments or variables that the text does not set,
   * or by what programs tell of the files beneath the directory.
   */
  readonly namedByUser?: true;
}

/** Something is written to a file. */
export interface WriteEffect extends EffectBase {
  readonly kind: "write";
  readonly target: Target | null;
  readonly recursive: boolean;
  /** `create`: a new file or directory; `replace`: what was there before goes away; `append`; `change`: in its place. */
  readonly mode: "create" | "replace" | "append" | "change";
  /** Where what is written comes from, as far as it is known. */
  readonly from: readonly Origin[];
  /** As for files that are read. */
  readonly namedByUser?: true;
}

/** Files get another name or place. */
export interface MoveEffect extends EffectBase {
  readonly kind: "move";
  readonly target: Target | null;
  readonly to: Target | null;
  readonly recursive: boolean;
}

/** Something goes away that is no file of the working tree: `git push --force`, `docker rm`. */
export interface DiscardEffect extends EffectBase {
  readonly kind: "discard";
  /** What goes away, in words: `commits of a remote branch`. */
  readonly what: string;
}

/** A program is started, or code is run. */
export interface ExecuteEffect extends EffectBase {
  readonly kind: "execute";
  /** The program's name or path; `null` when it is not known, or when what runs is code. */
  readonly program: string | null;
  /** Where the code that runs comes from; empty for a program that is installed. */
  readonly from: readonly Origin[];
}

/** Who may do what with a file changes. */
export interface PermissionEffect extends EffectBase {
  readonly kind: "permission";
  readonly target: Target | null;
  readonly recursive: boolean;
  readonly change: "mode" | "owner" | "acl" | "attributes";
  /** What is given, as it is written: `777`, `u+s`, `root:root`; `null` when it is not known. */
  readonly value: string | null;
  /** Whether it gives rights to everybody, or those of its owner to whoever runs it (setuid). */
  readonly grants: boolean | "unknown";
}

/** Processes are told to end, or the machine is. */
export interface SignalEffect extends EffectBase {
  readonly kind: "signal";
  /** Names or numbers, as they are written; `null` when they are not known. */
  readonly process: string | null;
  /** Whether it only asks or looks: `kill -0`, `SIGWINCH`. */
  readonly harmless: boolean;
}

/** Data goes over the network. */
export interface NetworkEffect extends EffectBase {
  readonly kind: "network";
  /** `out`: something is sent beyond the asking; `in`: it is only fetched; `listen`: others may connect. */
  readonly direction: "out" | "in" | "listen";
  /** Without its port, in small letters; `null` when it is not known. */
  readonly host: string | null;
  readonly port?: number;
  /** `http`, `ftp`, `ssh`, `tcp`, `udp`, `smtp`, `dns`, …; absent when it is not known. */
  readonly protocol?: string;
  /** The whole address where the text has it. */
  readonly url?: string;
  /** It goes where a setting of the project or the machine says: a remote of git by its name, the account of a cloud. */
  readonly configured?: true;
  /** Where what is sent comes from; of `in`, nothing. */
  readonly from: readonly Origin[];
}

/** Software is installed. */
export interface InstallEffect extends EffectBase {
  readonly kind: "install";
  /** What installs it: `npm`, `pip`, `apt`. */
  readonly manager: string;
  /** The packages as they are named; `null` when they are not known, empty when a file of the project names them. */
  readonly packages: readonly string[] | null;
  /** `registry`: the manager's own; `address`: a URL or an index of the text's; `file`: one that is there. */
  readonly source: "registry" | "address" | "file" | "unknown";
  /** Of an address. */
  readonly host?: string | null;
}

/** Something will be run later, or at each start. */
export interface PersistenceEffect extends EffectBase {
  readonly kind: "persist";
  readonly where: "schedule" | "service" | "startup file" | "keys" | "hook";
  readonly target: Target | null;
}

/** What follows has the rights of somebody else, or somebody gets rights. */
export interface PrivilegeEffect extends EffectBase {
  readonly kind: "privilege";
  /** Whose, as it is written; `null` when it is not known. */
  readonly user: string | null;
}

/** A resource is used up, or something is sent many times over. */
export interface ExhaustEffect extends EffectBase {
  readonly kind: "exhaust";
  readonly what: "processes" | "disk" | "memory" | "network";
}

/**
 * Data becomes objects again in a way that runs none of it: JSON, `yaml.safe_load`. What may run code (pickle) is an
 * execute.
 */
export interface DeserializeEffect extends EffectBase {
  readonly kind: "deserialize";
  /** `json`, `yaml`, `plist`, … */
  readonly format: string;
  readonly from: readonly Origin[];
}

/** It can't be told what happens: anything may. Its certainty is `unknown`. */
export interface AnythingEffect extends EffectBase {
  readonly kind: "anything";
  /** Why, as a sentence without its full stop. */
  readonly reason: string;
}

/** The files that an effect is about. */
export interface Target {
  /**
   * A path without `.` and, where it can be told, `..`; a relative one begins where the command does, which itself is
   * `""`. One that begins with `~` lies in a home directory that is not known, `~ada` in that of ada; a name of a file
   * that begins so is written `./~name`. As a glob, its literal characters are escaped with backslashes.
   */
  readonly path: string;
  readonly glob: boolean;
  /** Wildcards match names that begin with a dot, too, as those of `find` do. */
  readonly hidden: boolean;
  /** Only some of the files that fit are concerned: `find -mtime +7`, `git clean`. */
  readonly partial: boolean;
}

/**
 * Where data comes from.
 *
 * - `file`: a file that is read
 * - `network`: a host
 * - `output`: what another program gave, which is not one of the others
 * - `input`: what whoever runs it gives: standard input, arguments
 * - `environment`: variables of the environment
 * - `literal`: the text itself
 * - `encoded`: unpacked from something that hides it: base64, hex, a compressed text
 * - `unknown`
 */
export type Origin =
  | { readonly kind: "file"; readonly target: Target | null }
  | { readonly kind: "network"; readonly host: string | null }
  | { readonly kind: "output"; readonly by: string }
  | { readonly kind: "input" | "environment" | "literal" | "encoded" | "unknown" };
