/** `HelveError`: the base class of all errors that Helve packages throw, and its JSON form. */
import type { Issue } from "./issue.ts";

/** An error as JSON. */
export interface ErrorJson {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly cause?: ErrorJson;
}

const brand = Symbol.for("helve.error");

/**
 * Base class of every error that Helve throws.
 *
 * Match errors by `code`, never by class: an application may hold two copies of a package.
 */
export abstract class HelveError extends Error {
  /** The kind of error, a stable identifier in snake_case. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether a value is a `HelveError`, including one from another copy of this package. */
  static is(value: unknown): value is HelveError {
    return typeof value === "object" && value !== null && Object.hasOwn(value, brand);
  }

  /** The error and its causes as plain data; a cause that isn't a `HelveError` has the code `"error"`. */
  toJSON(): ErrorJson {
    return errorJson(this);
  }
}

const maxCauses = 8;

/** Converts anything that was thrown to plain data, with at most eight nested causes. */
export function errorJson(error: unknown): ErrorJson {
  return toJson(error, 0);
}

/** Converts an error and its causes to plain data. */
function toJson(error: unknown, depth: number): ErrorJson {
  try {
    const { code, issues } = (HelveError.is(error) ? error : { code: "error" }) as {
      code: unknown;
      issues?: unknown;
    };
    const copiedIssues = copyIssues(issues);
    const cause = error instanceof Error && depth < maxCauses ? error.cause : undefined;
    return {
      code: String(code),
      message: String(error instanceof Error || HelveError.is(error) ? error.message : error),
      issues: copiedIssues,
      cause: cause === undefined ? undefined : toJson(cause, depth + 1),
    };
  } catch {
    return { code: "error", message: "unreadable error" }; // a getter of the error threw
  }
}

/** A deep copy of a list of issues; `undefined` if the value isn't a list or JSON can't represent it. */
function copyIssues(issues: unknown): readonly Issue[] | undefined {
  try {
    return Array.isArray(issues) ? JSON.parse(JSON.stringify(issues)) : undefined;
  } catch {
    return undefined;
  }
}
