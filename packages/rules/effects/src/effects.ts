/** The effects that a reader lists: what a command or a program does, such as deleting a file or contacting a host. */

/** One thing that a text does, with its position in the text. */
export type Effect =
  | FileEffect
  | WriteEffect
  | MoveEffect
  | DiscardEffect
  | DatabaseEffect
  | RemoteEffect
  | RevealEffect
  | ExecuteEffect
  | PermissionEffect
  | SignalEffect
  | NetworkEffect
  | InstallEffect
  | PersistenceEffect
  | PrivilegeEffect
  | ExhaustEffect
  | DeserializeEffect
  | CommandEffect
  | AnythingEffect;

/** The kind of an effect: `read`, `delete`, `network`, … */
export type EffectKind = Effect["kind"];

/**
 * The certainty that an effect happens when the text runs.
 *
 * - `certain`: it happens
 * - `possible`: it happens on some paths only: in a branch, in a function that nothing seems to call
 * - `unknown`: the text does not decide whether it happens
 */
export type Certainty = "certain" | "possible" | "unknown";

/** The members that all effects have. */
export interface EffectBase {
  readonly certainty: Certainty;
  /** The program or function that causes the effect: `rm`, `>`, `os.remove`. */
  readonly by: string;
  /** Where the code that causes it starts, as a UTF-16 offset in the text that was read. */
  readonly start: number;
  /** Where that code ends: the offset after its last UTF-16 unit. */
  readonly end: number;
}

/**
 * Files are read, listed, deleted or destroyed.
 *
 * - `read`: their content is read
 * - `list`: the names in a directory are listed
 * - `delete`: they are deleted
 * - `destroy`: their content is destroyed on purpose (`shred`, `truncate`, `mkfs`)
 */
export interface FileEffect extends EffectBase {
  readonly kind: "read" | "list" | "delete" | "destroy";
  /** `null` when it is unknown, or when it is not a file but a disk. */
  readonly target: Target | null;
  /** The disk or another device, as a path: `/dev/sda`. */
  readonly device?: string;
  /** Whether everything in the target directory is affected, too. */
  readonly recursive: boolean;
  /**
   * The target is unknown, but the person or the project names it: by arguments or variables that the text does not set,
   * or by the output of programs that print names of the project's files.
   */
  readonly namedByUser?: true;
  /** The program fails if the file has changes that are not committed: `git rm`. */
  readonly isCommitted?: true;
  /** Nothing of the content is printed but the names of files, or whether something matches: `grep -l`. */
  readonly namesOnly?: true;
}

/** Data is written to a file. */
export interface WriteEffect extends EffectBase {
  readonly kind: "write";
  readonly target: Target | null;
  readonly recursive: boolean;
  /** `create`: a new file or directory; `replace`: the old content is lost; `append`; `change`: edited in place. */
  readonly mode: "create" | "replace" | "append" | "change";
  /** Nothing had this path before, because the program fails otherwise: `mkdir` without `-p`, `git clone`, `open(path, "x")`. */
  readonly isNew?: true;
  /** Where the written data comes from, as far as that is known. */
  readonly from: readonly Origin[];
  /** As in `FileEffect`. */
  readonly namedByUser?: true;
}

/** Files are moved or renamed. */
export interface MoveEffect extends EffectBase {
  readonly kind: "move";
  readonly target: Target | null;
  readonly to: Target | null;
  readonly recursive: boolean;
}

/** Something other than a file of the working tree is deleted: `git push --force`, `docker rm`. */
export interface DiscardEffect extends EffectBase {
  readonly kind: "discard";
  /** The deleted things, as text: `commits of a remote branch`. */
  readonly what: string;
}

/** The data, the schema or the rights of a database change. Reading data is no effect. */
export interface DatabaseEffect extends EffectBase {
  readonly kind: "database";
  readonly change: "insert" | "update" | "delete" | "truncate" | "create" | "alter" | "drop" | "grant";
  /** The changed things, as text: `the table users`, `the database shop`; `null` when they are unknown. */
  readonly what: string | null;
  /** Whether all rows or the whole object are lost or overwritten: `DROP`, `TRUNCATE`, `DELETE` without `WHERE`. */
  readonly all: boolean;
  /** The file of the database, if it is a file of this machine: SQLite, DuckDB. */
  readonly file?: Target | null;
  /** Its name or the environment says that the database is one for tests: `dropdb shop_test`, `RAILS_ENV=test rails db:drop`. */
  readonly forTests?: true;
  /** The command names a database on this machine, or one whose name says that it is for development: `psql -h localhost`, `shop_dev`. */
  readonly forDevelopment?: true;
  /** A setting of the project names the database, and such changes are everyday work: a migration. */
  readonly configured?: true;
}

/** Something on another machine changes: commits are pushed, a package is published, a cloud resource is created. */
export interface RemoteEffect extends EffectBase {
  readonly kind: "remote";
  readonly change: "push" | "publish" | "upload" | "create" | "change" | "delete" | "grant";
  /** The service: `git`, `npm`, `aws`, `github`. */
  readonly service: string;
  /** The changed things, as text: `the bucket s3://backup`; `null` when they are unknown. */
  readonly what: string | null;
  /** A setting of the project names the place, and such changes are everyday work: a push to the remote `origin`. */
  readonly configured?: true;
}

/** A secret is printed, or fetched from a store of secrets: `gh auth token`, `kubectl get secret`. */
export interface RevealEffect extends EffectBase {
  readonly kind: "reveal";
  /** The secret, as text: `the token of gh`. */
  readonly what: string;
}

/** A program is started, or code is run. */
export interface ExecuteEffect extends EffectBase {
  readonly kind: "execute";
  /** The program's name or path; `null` when it is unknown, or when code runs. */
  readonly program: string | null;
  /** Where the code that runs comes from; empty for an installed program. */
  readonly from: readonly Origin[];
  /** The code is in serialized objects, and runs when they are loaded: `pickle.loads`. */
  readonly objects?: true;
}

/** The permissions of a file change. */
export interface PermissionEffect extends EffectBase {
  readonly kind: "permission";
  readonly target: Target | null;
  readonly recursive: boolean;
  readonly change: "mode" | "owner" | "acl" | "attributes";
  /** The new permission as written: `777`, `u+s`, `root:root`; `null` when it is unknown. */
  readonly value: string | null;
  /** Whether it gives rights to everybody or to others by name, or lets everybody run the file with its owner's rights (setuid). */
  readonly grants: boolean | "unknown";
}

/** Processes or the machine are stopped. */
export interface SignalEffect extends EffectBase {
  readonly kind: "signal";
  /** Names or numbers as written; `null` when they are unknown. */
  readonly process: string | null;
  /** Whether the signal does not end a process: `kill -0`, `SIGWINCH`. */
  readonly harmless: boolean;
}

/** Data goes over the network. */
export interface NetworkEffect extends EffectBase {
  readonly kind: "network";
  /** `out`: data is sent, beyond the request itself; `in`: data is only fetched; `listen`: others may connect. */
  readonly direction: "out" | "in" | "listen";
  /** Without its port, in lower case; `null` when it is unknown. */
  readonly host: string | null;
  readonly port?: number;
  /** `http`, `ftp`, `ssh`, `tcp`, `udp`, `smtp`, `dns`, …; absent when it is unknown. */
  readonly protocol?: string;
  /** The whole URL, when the text contains it. */
  readonly url?: string;
  /** A setting of the project or the machine decides the host: a remote of git by its name, the account of a cloud. */
  readonly configured?: true;
  /** Where the sent data comes from; empty for `in`. */
  readonly from: readonly Origin[];
}

/** Software is installed. */
export interface InstallEffect extends EffectBase {
  readonly kind: "install";
  /** The installing program: `npm`, `pip`, `apt`. */
  readonly manager: string;
  /** The packages as written; `null` when they are unknown, empty when a file of the project lists them. */
  readonly packages: readonly string[] | null;
  /** `registry`: the manager's own; `address`: a URL or an index in the text; `file`: a local file. */
  readonly source: "registry" | "address" | "file" | "unknown";
  /** The host, when `source` is `address`. */
  readonly host?: string | null;
}

/** Something will run later, or at each start. */
export interface PersistenceEffect extends EffectBase {
  readonly kind: "persist";
  /**
   * The event that makes it run.
   *
   * - `schedule`, `service`: at a time; as long as the machine runs
   * - `startup file`: when a shell, a program or the machine starts
   * - `keys`: a login with an added key
   * - `hook`: an action of a tool, such as a commit, an installation or opening a folder in an editor
   * - `pipeline`: a build server
   * - `settings`: any use of a program that the setting changes: `PATH`, `LD_PRELOAD`, `.npmrc`
   * - `instructions`: a coding agent that reads them, such as `CLAUDE.md`
   */
  readonly where: "schedule" | "service" | "startup file" | "keys" | "hook" | "pipeline" | "settings" | "instructions";
  readonly target: Target | null;
  /** The part of the written content that is risky: a command of a recipe, a setting. Absent if every content is. */
  readonly content?: string;
}

/** Code runs with the rights of another user, or a user gets rights. */
export interface PrivilegeEffect extends EffectBase {
  readonly kind: "privilege";
  /** The user as written; `null` when it is unknown. */
  readonly user: string | null;
  /** The user gets rights of other users, such as a group's; the code does not run with them. */
  readonly grants?: true | undefined;
}

/** A resource is used up, or something is sent very often. */
export interface ExhaustEffect extends EffectBase {
  readonly kind: "exhaust";
  readonly what: "processes" | "disk" | "memory" | "network";
}

/**
 * Objects are created from data in a way that runs no code: JSON, `yaml.safe_load`. A format that may run code (pickle) is an
 * `execute` effect.
 */
export interface DeserializeEffect extends EffectBase {
  readonly kind: "deserialize";
  /** `json`, `yaml`, `plist`, … */
  readonly format: string;
  readonly from: readonly Origin[];
}

/**
 * A program is started with words. It says what is called, not what that does, and only where `EffectContext.reportsCommands` asks for it:
 * for questions that no catalogue answers, such as whether a program of unknown meaning gets a certain path.
 */
export interface CommandEffect extends EffectBase {
  readonly kind: "command";
  /** The words, the program first. A wrapper such as `sudo` has its own words only; the command behind it is another effect. */
  readonly words: readonly CommandWord[];
  /** Where it starts, in the form of `Target.path`; `null` if that is unknown. */
  readonly directory: string | null;
  /** The environment variables that the code sets for it; `null` for an unknown value. With the name `*`, all others are unknown. */
  readonly environment: Readonly<Record<string, string | null>>;
  /** The text on standard input, if it is known. */
  readonly input?: string;
  /** The files that standard input names, as wildcards, if it is a list of names or was computed from one: behind `find ~ |`. */
  readonly inputNames?: readonly Target[];
  /** The files that standard input was read or computed from, of those that the code itself or earlier code wrote: behind `cat file |`. */
  readonly inputFiles?: readonly Target[];
  /** Whether the other effects say everything that it does with the files it names: it only reads them, or its catalogue entry is complete. */
  readonly isModeled: boolean;
  /** Its words or its input are too long, and are not listed to their end. */
  readonly isCut?: true;
  /** It runs on another machine or under another root, where paths are not files of this machine. */
  readonly elsewhere?: true;
  /** The text of a code file that it runs, if code has written the file. */
  readonly code?: string;
}

/** One word of a command. */
export interface CommandWord {
  /** The text; `null` if a part of it is unknown, or a wildcard. */
  readonly text: string | null;
  /** The text as far as it is known; each unknown part and each wildcard is a `*`. */
  readonly pattern: string;
  /** The file that the whole word names, if it names one; `null` if that is unknown. */
  readonly target: Target | null;
  /** The code of an interpreter, whose own effects are listed: the second word of `python3 -c CODE`. */
  readonly isCode?: true;
}

/** It is unknown what happens: any other effect is possible. Its certainty is `unknown`. */
export interface AnythingEffect extends EffectBase {
  readonly kind: "anything";
  /** Why it is unknown, as a sentence without a full stop. */
  readonly reason: string;
}

/** The file or files that an effect is about. */
export interface Target {
  /**
   * A path without `.` and, where possible, without `..`. A relative path begins where the text starts to run; that directory
   * is `""`. A path with `~` is in an unknown home directory, one with `~ada` in ada's; a file whose own name begins with
   * `~` is written `./~name`. In a glob, literal characters are escaped with backslashes.
   */
  readonly path: string;
  readonly glob: boolean;
  /** Whether wildcards match names that begin with a dot, too, as in `find`. */
  readonly hidden: boolean;
  /** Whether only some of the matching files are affected: `find -mtime +7`, `git clean`. */
  readonly partial: boolean;
}

/**
 * Where data comes from.
 *
 * - `file`: a file that is read
 * - `network`: a host
 * - `output`: the output of another program that has none of the other origins
 * - `input`: standard input and arguments, provided by whoever starts the code
 * - `environment`: environment variables; `all` of them, or one or more of them
 * - `secret`: a store or a printer of secrets: `gh auth token`
 * - `literal`: the text itself
 * - `encoded`: decoded from a form that hides it: base64, hex, a compressed text
 * - `unknown`
 */
export type Origin =
  | { readonly kind: "file"; readonly target: Target | null }
  | { readonly kind: "network"; readonly host: string | null }
  | { readonly kind: "output"; readonly by: string }
  | { readonly kind: "secret"; readonly what: string }
  | { readonly kind: "environment"; readonly all?: true }
  | { readonly kind: "input" | "literal" | "encoded" | "unknown" };
