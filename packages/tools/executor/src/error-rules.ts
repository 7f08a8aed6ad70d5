import type { Recoverable } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { truncateForRecord } from "./truncate-text.ts";

/**
 * The errors that tools are expected to throw, by Inspect's default error handling: the model reads the message and can try
 * something else. Any other error is unexpected, and only the caller can recover. The first rule that matches decides.
 *
 * Only the thrown error counts, not its `cause`: to make an error unexpected, catch it and throw an `Error` in its place.
 */
export const defaultErrorRules: readonly ErrorRule[] = [
  {
    code: "tool_error",
    of: ["tool_error"],
    message: ({ message }, tool) => textOr(message, `${tool} reported an error without a message.`),
  },
  sandboxRule("permission", "permission"),
  sandboxRule("file_not_found", "not_found"),
  sandboxRule("is_a_directory", "is_directory"),
  sandboxRule("not_a_directory", "not_directory"),
  sandboxRule("unicode_decode", "not_utf8"),
  sandboxRule("approval", "denied"),
  sandboxRule("sandbox_unavailable", "unavailable"),
  sandboxRule("unsupported", "unsupported"),
  sandboxRule("invalid_arguments", "invalid_argument"),
  sandboxRule("tool_error", "failed"),
  {
    code: "invalid_arguments",
    of: ["invalid_arguments"],
    message: ({ message }, tool) => textOr(message, `The arguments of ${tool} are invalid.`),
  },
  {
    code: "http_error",
    of: ["http_error"],
    message: ({ message }) => textOr(message, "The service did not answer as expected."),
  },
  {
    code: "approval",
    of: ["approval", "ToolApprovalError"],
    message: ({ message }) => textOr(message, "Tool call not approved."),
  },
  {
    code: "timeout",
    of: ["timeout", "TimeoutError", "ETIMEDOUT"],
    message: ({ error }) => withPartialOutput("Command timed out before completing.", error),
    transient: true,
  },
  {
    code: "timeout",
    of: ["Error", "ExecaError", "ExecaSyncError"],
    when: ({ error }) => isProcessTimeout(error),
    message: () => "Command timed out before completing.",
    transient: true,
  },
  {
    code: "permission",
    of: ["permission", "PermissionError", "EACCES", "EPERM"],
    message: (error) => withFile(messageOf(error, "Permission denied"), error),
  },
  {
    code: "file_not_found",
    of: ["file_not_found", "FileNotFoundError", "ENOENT"],
    message: (error) =>
      error.path === "" ? messageOf(error, "No such file or directory") : `File '${error.path}' was not found.`,
  },
  {
    code: "is_a_directory",
    of: ["is_a_directory", "IsADirectoryError", "EISDIR"],
    message: (error) => withFile(messageOf(error, "Is a directory"), error),
  },
  {
    code: "not_a_directory",
    of: ["not_a_directory", "NotADirectoryError", "ENOTDIR"],
    message: (error) => withFile(messageOf(error, "Not a directory"), error),
  },
  {
    code: "unicode_decode",
    of: ["unicode_decode", "UnicodeDecodeError", "ERR_ENCODING_INVALID_ENCODED_DATA"],
    message: () => "Error decoding bytes to utf-8.",
  },
  {
    code: "limit",
    of: ["limit", "output_limit", "OutputLimitExceededError", "LimitExceededError"],
    message: ({ code, name, message, error }) => {
      const what = /output/i.test(code + name) ? "output " : "";
      return withPartialOutput(
        limitMessage(error, what) ?? textOr(message, `The tool exceeded its ${what}limit.`),
        error,
      );
    },
  },
  {
    code: "limit",
    of: ["ERR_CHILD_PROCESS_STDIO_MAXBUFFER"],
    message: () => "The tool exceeded its output limit.",
  },
  {
    code: "limit",
    of: ["ENOBUFS"],
    when: ({ message }) => message.startsWith("spawnSync "), // what Node's synchronous functions throw for `maxBuffer`
    message: () => "The tool exceeded its output limit.",
  },
  {
    code: "parsing",
    of: ["ERR_INVALID_ARG_VALUE"],
    when: ({ message }) => message.includes("null byte"),
    message: (_error, tool) => `An argument to tool '${tool}' contained an embedded null byte.`,
  },
  {
    code: "conflict",
    of: ["conflict"],
    when: ({ name }) => name === "StoreError",
    message: ({ message }, tool) =>
      `${tool} ran, but what it changed in the store was not kept. ${textOr(message, "Another call has changed the same value")}. Repeat the call only if its other effects may happen twice.`,
    transient: true,
  },
  {
    code: "sandbox_unavailable",
    of: ["sandbox_unavailable", "SandboxUnavailableError"],
    message: ({ message }) => textOr(message, "The sandbox is not available."),
  },
];

/** A rule that says what errors of one kind mean for a call. */
export interface ErrorRule {
  /** The `code` of the error in the action return. */
  readonly code: string;
  /** The errors that the rule is about, by their `code` (of Helve or Node) or their `name`. */
  readonly of: readonly string[];
  /** Restricts the rule further; a throw counts as `false`. */
  readonly when?: (error: ErrorFacts) => boolean;
  /** Returns the text that the model reads; by default the error's own message, or a general text if that is empty. */
  readonly message?: (error: ErrorFacts, tool: string) => string;
  /** Who can recover; the model by default. */
  readonly recoverable?: Recoverable;
  /** Whether an idempotent tool is retried after such an error; false by default. */
  readonly transient?: boolean;
}

/** The properties of an error that rules read; a text that the error doesn't have is empty. */
export interface ErrorFacts {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** The file that the error is about. */
  readonly path: string;
  readonly error: unknown;
}

/** The rule for a kind of `SandboxError`. Other systems have errors with such codes, too. */
function sandboxRule(code: string, kind: string): ErrorRule {
  return { code, of: [kind], when: ({ name }) => name === "SandboxError" };
}

/** Adds what a command printed before it was ended, if the error has it: the beginning and the end, with the length of the rest. */
export function withPartialOutput(message: string, error: unknown): string {
  const { partialOutput, truncatedOutput, truncated_output } = Object(error) as Readonly<Record<string, unknown>>;
  const streams = isObject(partialOutput) ? [partialOutput["stdout"], partialOutput["stderr"]] : [];
  const outputs = [...streams, truncatedOutput, truncated_output]
    .filter((output): output is string => typeof output === "string" && output.trim() !== "")
    .map((output) => truncateForRecord(output, maxPartialBytes));
  return outputs.length === 0 ? message : `${message}\n\nOutput before that:\n${outputs.join("\n")}`;
}

/** How much of a stream is in a message: a message has twice as much at most. */
const maxPartialBytes = 7_000;

/** Returns `The tool exceeded its time limit of 5.` if the error has a numeric `limit`, or Inspect's text of one. */
function limitMessage(error: unknown, what: string): string | undefined {
  const { type, limit, limit_str } = error as Readonly<Record<string, unknown>>;
  if (typeof limit_str === "string") return `The tool exceeded its ${what}limit of ${limit_str}.`;
  if (typeof limit !== "number") return undefined;
  return `The tool exceeded its ${typeof type === "string" ? `${type} ` : ""}limit of ${limit.toLocaleString("en-US")}.`;
}

/** Returns whether a child process was killed because its `timeout` ended: by `exec` and `execFile` of Node, or by execa. */
function isProcessTimeout(error: unknown): boolean {
  const { killed, cmd, signal, timedOut } = error as Readonly<Record<string, unknown>>;
  return timedOut === true || (killed === true && (typeof signal === "string" || typeof cmd === "string"));
}

/**
 * Returns the message of an error, or `text` for an error without one and for a system error of Node, whose message has the
 * code and the path in it.
 */
function messageOf({ code, message }: ErrorFacts, text: string): string {
  return /^E[A-Z]+$/.test(code) ? text : textOr(message, text);
}

/** Returns a message, or another text if it is empty. */
function textOr(message: string, text: string): string {
  return message.trim() === "" ? text : message;
}

/** Adds the path of the file to the message of a system error, if the error has one. */
function withFile(message: string, { path }: ErrorFacts): string {
  const sentence = message.endsWith(".") ? message : `${message}.`;
  return path === "" ? sentence : `${sentence} Filename '${path}'.`;
}
