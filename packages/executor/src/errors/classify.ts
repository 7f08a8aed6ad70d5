import { errorJson } from "@helve/core";
import { type Failure, unexpected } from "../failure.ts";
import type { ErrorFacts, ErrorRule } from "./error-rules.ts";
import { RunError } from "./run-error.ts";

/** What an error that was thrown during a run means. */
interface Classed {
  readonly failure: Failure;
  /** Whether trying again may help. */
  readonly transient: boolean;
  /** The run's own, when that is what it is, or what it wraps. */
  readonly interruption?: RunError;
}

/**
 * Finds what an error means by the first rule that fits it or one of its causes, the outermost first; of an
 * `AggregateError` the first is looked at. What no rule fits is unexpected.
 */
export function classify(error: unknown, tool: string, rules: readonly ErrorRule[]): Classed {
  try {
    for (const one of causes(error)) {
      if (one instanceof RunError)
        return { failure: one.failure, transient: one.outcome === "timeout", interruption: one };
      const facts = factsOf(one);
      const rule = rules.find((rule) => fits(rule, facts));
      if (rule !== undefined) return { failure: expected(rule, facts, tool), transient: rule.transient ?? false };
    }
  } catch {
    // An error whose parts throw when they are read is one that nobody expects.
  }
  return { failure: unexpected("failed", `${tool} failed`, error), transient: true };
}

const deepestCause = 8;

function* causes(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth <= deepestCause && current !== undefined && current !== null; depth++) {
    yield current;
    if (!(current instanceof Error)) return;
    const { errors } = current as { readonly errors?: unknown };
    current = Array.isArray(errors) && errors.length > 0 ? errors[0] : current.cause;
  }
}

function factsOf(error: unknown): ErrorFacts {
  if (typeof error !== "object" || error === null) return { name: "", code: "", message: "", path: "", error };
  const { name, code, message, path } = error as Readonly<Record<string, unknown>>;
  return { name: text(name), code: text(code), message: text(message), path: text(path), error };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function fits({ of, when }: ErrorRule, facts: ErrorFacts): boolean {
  if (!of.includes(facts.code) && !of.includes(facts.name)) return false;
  try {
    return when?.(facts) ?? true;
  } catch {
    return false;
  }
}

function expected({ code, message, recoverable = "model" }: ErrorRule, facts: ErrorFacts, tool: string): Failure {
  const error = { ...errorJson(facts.error), code };
  return {
    status: "failed",
    error: message === undefined ? error : { ...error, message: String(message(facts, tool)) },
    recoverable,
  };
}
