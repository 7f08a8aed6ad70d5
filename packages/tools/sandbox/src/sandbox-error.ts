/** `SandboxError`: an operation of a sandbox failed in a way that callers can handle. */
import { HelveError } from "@helve/core";

/**
 * The kind of an error in a sandbox:
 *
 * - `timeout`: a command did not end in time;
 * - `not_found`, `permission`, `is_directory`, `not_directory`: about a file, or about the program or directory of a command;
 * - `not_utf8`: a file or an output isn't text;
 * - `output_limit`: an output or a file is larger than the limit;
 * - `denied`: the rules in front of the sandbox stopped it;
 * - `invalid_argument`: an argument that no environment could use, such as a path with a null byte;
 * - `unsupported`: the environment can't do this at all;
 * - `unavailable`: the sandbox is closed or lost, or its program is missing;
 * - `failed`: anything else, such as a full disk.
 */
export type SandboxErrorKind =
  | "timeout"
  | "not_found"
  | "permission"
  | "is_directory"
  | "not_directory"
  | "not_utf8"
  | "output_limit"
  | "denied"
  | "invalid_argument"
  | "unsupported"
  | "unavailable"
  | "failed";

/** An operation of a sandbox failed in one of the ways that callers and models are expected to handle. */
export class SandboxError extends HelveError {
  /** The kind of error. */
  override readonly code: SandboxErrorKind;
  /** The file or directory that the error is about, as the caller wrote it. */
  readonly path?: string;
  /** The output of a command before it was ended. */
  readonly partialOutput?: { readonly stdout: string; readonly stderr: string };

  constructor(code: SandboxErrorKind, message: string, details: SandboxErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    if (details.path !== undefined) this.path = details.path;
    if (details.partialOutput !== undefined) this.partialOutput = details.partialOutput;
  }
}

/** Advice for a model about bytes that are not text. */
export const bytesAdvice: string =
  'Find out what it is with "file", show the bytes with "xxd" or "od -c", or encode them with "base64".';

/** Details of a {@link SandboxError}. */
export interface SandboxErrorDetails {
  readonly path?: string | undefined;
  readonly partialOutput?: { readonly stdout: string; readonly stderr: string } | undefined;
  readonly cause?: unknown;
}
