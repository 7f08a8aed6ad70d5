import type { Recoverable } from "@helve/core";

/** What errors of one kind mean for a call. */
export interface ErrorRule {
  /** The `code` that the record gets. */
  readonly code: string;
  /** The errors that it is about: by their `code` (Helve's and Node's) or their `name`. */
  readonly of: readonly string[];
  /** Narrows `of`; a throw counts as `false`. */
  readonly when?: (error: ErrorFacts) => boolean;
  /** What the model reads; the error's own message by default. */
  readonly message?: (error: ErrorFacts, tool: string) => string;
  /** Who can mend it; the model by default. */
  readonly recoverable?: Recoverable;
  /** Whether an idempotent tool is tried again after it; false by default. */
  readonly transient?: boolean;
}

/** What can be read of an error; a text that it does not have is empty. */
export interface ErrorFacts {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** The file that it is about. */
  readonly path: string;
  readonly error: unknown;
}

/**
 * The errors that are expected, after Inspect's default handling: the model reads what happened and may go on otherwise.
 * Any other error is unexpected and for the caller. The first rule that fits counts.
 */
export const defaultErrorRules: readonly ErrorRule[] = [
  { code: "tool_error", of: ["tool_error"] },
  { code: "invalid_arguments", of: ["invalid_arguments"] },
  { code: "approval", of: ["approval", "ToolApprovalError"] },
  {
    code: "timeout",
    of: ["timeout", "TimeoutError", "ETIMEDOUT"],
    message: () => "Command timed out before completing.",
    transient: true,
  },
  {
    code: "permission",
    of: ["permission", "PermissionError", "EACCES", "EPERM"],
    message: (error) => withFile(words(error, "Permission denied"), error),
  },
  {
    code: "file_not_found",
    of: ["file_not_found", "FileNotFoundError", "ENOENT"],
    message: (error) =>
      error.path === "" ? words(error, "No such file or directory") : `File '${error.path}' was not found.`,
  },
  {
    code: "is_a_directory",
    of: ["is_a_directory", "IsADirectoryError", "EISDIR"],
    message: (error) => withFile(words(error, "Is a directory"), error),
  },
  {
    code: "not_a_directory",
    of: ["not_a_directory", "NotADirectoryError", "ENOTDIR"],
    message: (error) => withFile(words(error, "Not a directory"), error),
  },
  {
    code: "unicode_decode",
    of: ["unicode_decode", "UnicodeDecodeError", "ERR_ENCODING_INVALID_ENCODED_DATA"],
    message: () => "Error decoding bytes to utf-8.",
  },
  {
    code: "limit",
    of: ["limit", "output_limit", "OutputLimitExceededError", "LimitExceededError"],
    message: (error) => limitOf(error.error) ?? error.message,
  },
  {
    code: "limit",
    of: ["ERR_CHILD_PROCESS_STDIO_MAXBUFFER"],
    message: () => "The tool exceeded its output limit.",
  },
  {
    code: "parsing",
    of: ["ERR_INVALID_ARG_VALUE"],
    when: ({ message }) => message.includes("null byte"),
    message: (_error, tool) => `An argument to tool '${tool}' contained an embedded null byte.`,
  },
  { code: "sandbox_unavailable", of: ["sandbox_unavailable", "SandboxUnavailableError"] },
];

/** In words, when the error says which limit it was. */
function limitOf(error: unknown): string | undefined {
  const { type, limit } = error as { readonly type?: unknown; readonly limit?: unknown };
  if (typeof limit !== "number") return undefined;
  return `The tool exceeded its ${typeof type === "string" ? `${type} ` : ""}limit of ${limit.toLocaleString("en-US")}.`;
}

/** Node's message has the code, the call and the path in it: what is said instead. Any other error has words of its own. */
function words({ code, message }: ErrorFacts, nodes: string): string {
  return /^E[A-Z]+$/.test(code) ? nodes : message;
}

function withFile(message: string, { path }: ErrorFacts): string {
  const sentence = message.endsWith(".") ? message : `${message}.`;
  return path === "" ? sentence : `${sentence} Filename '${path}'.`;
}
