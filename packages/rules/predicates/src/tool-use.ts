/** The types with which a policy declares what a tool's arguments mean: code, files read, files written. */

/** The meaning of a tool's arguments: one use, or a list if the tool does several things or its arguments have several names. */
export type ToolUses<Language extends string = string> = ToolUse<Language> | readonly ToolUse<Language>[];

/**
 * The use of one argument of a tool, as plain JSON: `{ code: "command", language: "shell" }` runs the argument `command`,
 * `{ write: "file_path", content: "content" }` writes a file. The first member names the use; its value is an `ArgumentReference`.
 *
 * @typeParam Language - the keys of the policy's `languages`
 */
export type ToolUse<Language extends string = string> = UseCondition &
  (
    | CodeUse<Language>
    | ReadUse
    | WriteUse
    | CreateUse
    | EditUse
    | DeleteUse
    | MoveUse
    | CopyUse
    | ListUse
    | SearchUse
    | PatchUse
    | FetchUse
    | RemoteUse
    | SkillUse
  );

/**
 * The name of an argument, `file_path`, or the path of a nested one: `edits[].new_string` is the member `new_string` of each item of
 * the argument `edits`. An argument with a list of texts means each of them.
 */
export type ArgumentReference = string;

/** Restricts a use to some calls of a tool that does several things: `{ edit: "path", when: { command: "insert" } }`. */
export interface UseCondition {
  /** Values of other arguments; each must have its value, or one of a list. The value `""` stands for an absent argument, too. */
  readonly when?: Readonly<Record<string, string | readonly string[]>>;
}

/** The argument is code that runs. */
export interface CodeUse<Language extends string = string> {
  readonly code: ArgumentReference;
  /** The language of the code, as a key of the policy's `languages`. */
  readonly language: Language;
  /** The argument with the directory where the code starts. */
  readonly directory?: ArgumentReference;
  /**
   * The state that a call of the tool leaves to the next: `kept` everything (variables, functions, directory), as in a REPL or a terminal
   * that stays open; `directory` only the working directory; `fresh` nothing but files, links and settings of programs. Without it,
   * a call is read as `fresh` and as `kept`, and has the effects of both readings.
   */
  readonly session?: "kept" | "directory" | "fresh";
  /**
   * The meaning of a list's items: the `words` of one command, as in `["bash", "-c", "ls"]`, or `programs` that run one
   * after the other. Without it, the effects of a list are unknown.
   */
  readonly items?: "words" | "programs";
  /** Whether the argument is typed into a terminal, with keys in braces: `{enter}` ends a line. */
  readonly typed?: boolean;
}

/** The file is read. */
export interface ReadUse {
  readonly read: ArgumentReference;
}

/** The file is written. */
export interface WriteUse {
  readonly write: ArgumentReference;
  /** The argument with the text that is written. */
  readonly content?: ArgumentReference;
  /** `replace` by default. */
  readonly mode?: "replace" | "append";
}

/** The directory, or an empty file, is created. */
export interface CreateUse {
  readonly create: ArgumentReference;
}

/** A part of the file is replaced. */
export interface EditUse {
  readonly edit: ArgumentReference;
  /** The argument with the text that is replaced. */
  readonly old?: ArgumentReference;
  /** The argument with the text that replaces it, or that is inserted. */
  readonly new?: ArgumentReference;
  /** The argument that is true if every occurrence is replaced. */
  readonly all?: ArgumentReference;
}

/** The file or the directory with everything in it is deleted. */
export interface DeleteUse {
  readonly delete: ArgumentReference;
}

/** The file or directory is moved or renamed. */
export interface MoveUse {
  readonly move: ArgumentReference;
  /** The argument with the new path. */
  readonly to: ArgumentReference;
}

/** The file or directory is copied. */
export interface CopyUse {
  readonly copy: ArgumentReference;
  /** The argument with the path of the copy. */
  readonly to: ArgumentReference;
}

/** The names in the directory are listed; in the working directory if the call does not have the argument. */
export interface ListUse {
  readonly list: ArgumentReference;
}

/** The files in the directory are searched; in the working directory if the call does not have the argument. */
export interface SearchUse {
  readonly search: ArgumentReference;
}

/** The argument is a patch that is applied: a unified diff, or `*** Begin Patch`. */
export interface PatchUse {
  readonly patch: ArgumentReference;
}

/** The URL is fetched; a `file:` URL is read. */
export interface FetchUse {
  readonly fetch: ArgumentReference;
  /** The argument with data that is sent. */
  readonly body?: ArgumentReference;
  /** The argument with the path where the result is saved. */
  readonly to?: ArgumentReference;
}

/** Something on another machine changes. */
export interface RemoteUse {
  readonly remote: "push" | "publish" | "upload" | "create" | "change" | "delete" | "grant";
  /** The service: `github`. */
  readonly service: string;
  /** The argument that names what changes. */
  readonly what?: ArgumentReference;
}

/**
 * A skill, a slash command or a subagent is used, so that the client runs the commands in its file. They are known if an earlier call of
 * the session wrote the file.
 */
export interface SkillUse {
  /** The argument with its name, such as `review`, or a line such as `/git:review main`. */
  readonly skill: ArgumentReference;
  /** The argument with the text that replaces `$ARGUMENTS`. */
  readonly input?: ArgumentReference;
}

/** The argument that a use is about: `command` of `{ code: "command", … }`; `undefined` if it is about none. */
export function primaryArgument(use: ToolUse): ArgumentReference | undefined {
  if ("remote" in use) return use.what;
  const [, argument] = Object.entries(use).find(([member]) => primaryMembers.has(member)) ?? [];
  return typeof argument === "string" ? argument : undefined;
}

const primaryMembers: ReadonlySet<string> = new Set(
  "code read write create edit delete move copy list search patch fetch skill".split(" "),
);
