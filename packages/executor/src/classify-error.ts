import { errorJson } from "@helve/core";
import type { ErrorFacts, ErrorRule } from "./error-rules.ts";
import { type Failure, unexpectedFailure } from "./failure.ts";
import { RunError } from "./run-error.ts";

/**
 * Classifies an error by the first rule that matches it or one of its causes, the outermost first. Of an `AggregateError`,
 * the first error is used. An error that no rule matches is unexpected.
 */
export function classifyError(error: unknown, tool: string, rules: readonly ErrorRule[]): ErrorClass {
  try {
    for (const cause of errorChain(error)) {
      if (cause instanceof RunError) {
        return { failure: cause.failure, transient: cause.outcome === "timeout", runError: cause };
      }
      const facts = errorFacts(cause);
      const rule = rules.find((rule) => matchesRule(rule, facts));
      if (rule !== undefined)
        return { failure: expectedFailure(rule, facts, tool), transient: rule.transient ?? false };
    }
  } catch {
    // An error whose properties throw when they are read is unexpected.
  }
  return { failure: unexpectedFailure("failed", `${tool} failed`, error), transient: true };
}

/** What an error that was thrown during a run means for the call. */
interface ErrorClass {
  readonly failure: Failure;
  /** True if another attempt may succeed. */
  readonly transient: boolean;
  /** The run's own error, if it is the thrown error or one of its causes. */
  readonly runError?: RunError;
}

/** How many causes of an error are followed. */
const maxCauses = 8;

/** Yields an error and its causes, the outermost first; of an `AggregateError`, its first error. */
function* errorChain(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth <= maxCauses && current !== undefined && current !== null; depth++) {
    yield current;
    if (!(current instanceof Error)) return;
    const { errors } = current as { readonly errors?: unknown };
    current = Array.isArray(errors) && errors.length > 0 ? errors[0] : current.cause;
  }
}

/** Returns the properties of an error that rules read; a missing one becomes an empty text. */
function errorFacts(error: unknown): ErrorFacts {
  if (typeof error !== "object" || error === null) return { name: "", code: "", message: "", path: "", error };
  const { name, code, message, path } = error as Readonly<Record<string, unknown>>;
  return {
    name: textOrEmpty(name),
    code: textOrEmpty(code),
    message: textOrEmpty(message),
    path: textOrEmpty(path),
    error,
  };
}

function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Returns whether a rule matches an error by its code or name, and by its `when`; a `when` that throws does not match.
 */
function matchesRule({ of, when }: ErrorRule, facts: ErrorFacts): boolean {
  if (!of.includes(facts.code) && !of.includes(facts.name)) return false;
  try {
    return when?.(facts) ?? true;
  } catch {
    return false;
  }
}

/** Returns the failure for an error that a rule expects. */
function expectedFailure(
  { code, message, recoverable = "model" }: ErrorRule,
  facts: ErrorFacts,
  tool: string,
): Failure {
  const error = { ...errorJson(facts.error), code };
  return {
    status: "failed",
    error: message === undefined ? error : { ...error, message: String(message(facts, tool)) },
    recoverable,
  };
}
