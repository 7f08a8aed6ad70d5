import type { ErrorFacts, ErrorRule } from "./error-rules.ts";
import { type Failure, recordedError, unexpectedFailure } from "./failure.ts";
import { RunError } from "./run-error.ts";
import { truncateForModel } from "./truncate-text.ts";

/**
 * Classifies an error by the first rule that matches it. Of an `AggregateError` that no rule matches, the first error is
 * classified (Inspect does so with exception groups). A `cause` is not classified: a tool that catches an error and throws
 * another one has decided what it means. An error that no rule matches is unexpected.
 *
 * @param ofRun - the errors with which the tool's run ended: if middleware wrapped one of them as a cause, that one is
 *   classified
 */
export function classifyError(
  error: unknown,
  tool: string,
  rules: readonly ErrorRule[],
  ofRun: ReadonlySet<unknown> = none,
): ErrorClass {
  try {
    for (const candidate of withFirstErrors(wrappedError(error, ofRun))) {
      if (candidate instanceof RunError) {
        return { failure: candidate.failure, transient: candidate.outcome === "timeout", runError: candidate };
      }
      const facts = errorFacts(candidate);
      const rule = rules.find((rule) => matchesRule(rule, facts));
      if (rule === undefined) continue;
      return { failure: expectedFailure(rule, facts, tool), transient: rule.transient ?? false };
    }
  } catch {
    // An error whose properties throw when they are read is unexpected.
  }
  return { failure: unexpectedFailure("failed", `${tool} failed`, error), transient: true };
}

const none: ReadonlySet<unknown> = new Set();

/** The class of an error that was thrown during a run. */
interface ErrorClass {
  readonly failure: Failure;
  /** True if another attempt may succeed. */
  readonly transient: boolean;
  /** The classified error, if it is the run's own. */
  readonly runError?: RunError;
}

/** How many nested errors are followed. */
const maxDepth = 8;

/** Yields an error; if it is an `AggregateError`, then its first error, and so on. */
function* withFirstErrors(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth <= maxDepth; depth++) {
    yield current;
    if (!(current instanceof AggregateError) || current.errors.length === 0) return;
    current = current.errors[0];
  }
}

/** Unwraps an error whose cause is an error that the tool itself threw; returns any other error as it is. */
function wrappedError(error: unknown, ofRun: ReadonlySet<unknown>): unknown {
  let current = error;
  for (let depth = 0; depth <= maxDepth && ofRun.size > 0; depth++) {
    if (ofRun.has(current)) return current;
    if (!(current instanceof Error)) return error;
    current = current.cause;
  }
  return error;
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

/** Returns the failure for an error that a rule expects; its message is never empty. */
function expectedFailure(
  { code, message: messageOf = ({ message }) => message, recoverable = "model" }: ErrorRule,
  facts: ErrorFacts,
  tool: string,
): Failure {
  const text: unknown = messageOf(facts, tool);
  const hasText = typeof text === "string" && text.trim() !== "";
  const message = hasText ? truncateForModel(text, tool) : `${tool} failed with the error "${code}" and no message.`;
  return { status: "failed", error: { ...recordedError(facts.error), code, message }, recoverable };
}
