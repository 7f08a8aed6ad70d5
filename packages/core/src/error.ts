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
 * The base of every error that Helve throws.
 *
 * Match errors by `code`, never by class: an application may hold two copies of a package.
 */
export abstract class HelveError extends Error {
  /** What kind of fault, as a stable word. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether a value is an error of Helve's, also one from another copy of this package. */
  static is(value: unknown): value is HelveError {
    return typeof value === "object" && value !== null && Object.hasOwn(value, brand);
  }

  /** The error as plain data, its causes included; a cause that is no `HelveError` has the code `"error"`. */
  toJSON(): ErrorJson {
    return errorJson(this);
  }
}

const deepestCause = 8;

/** Anything that was thrown as plain data, its causes included, at most eight deep. */
export function errorJson(error: unknown): ErrorJson {
  return atDepth(error, 0);
}

function atDepth(error: unknown, depth: number): ErrorJson {
  try {
    const { code, issues } = (HelveError.is(error) ? error : { code: "error" }) as {
      code: unknown;
      issues?: unknown;
    };
    const told = plainIssues(issues);
    const cause = error instanceof Error && depth < deepestCause ? error.cause : undefined;
    return {
      code: String(code),
      message: String(error instanceof Error || HelveError.is(error) ? error.message : error),
      ...(told !== undefined && { issues: told }),
      ...(cause !== undefined && { cause: atDepth(cause, depth + 1) }),
    };
  } catch {
    return { code: "error", message: "an error that has no words" }; // its parts throw when they are read
  }
}

/** A copy; none of what is no list, or what JSON can't say. */
function plainIssues(issues: unknown): readonly Issue[] | undefined {
  try {
    return Array.isArray(issues) ? JSON.parse(JSON.stringify(issues)) : undefined;
  } catch {
    return undefined;
  }
}
