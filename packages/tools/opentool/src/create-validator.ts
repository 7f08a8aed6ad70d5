/** Creates a validator from a fast test and a slower collection of errors. */
import type { Issue } from "@helve/core";
import type { ValidationError } from "./validation-error.ts";
import { issuesFromErrors } from "./validation-issues.ts";

/**
 * Validates a value and returns every issue; empty if the value is valid. Never throws, never changes the value.
 *
 * @example
 * const validator = schemaValidator({ type: "object", properties: { name: { type: "string" } }, required: ["name"] });
 * if (validator.is(value)) value.name; // string
 */
export interface SchemaValidator<Value = unknown> {
  (value: unknown): readonly Issue[];
  /** Whether a value is valid. Its type is known if the schema is a literal. Faster than listing the issues. */
  readonly is: (value: unknown) => value is Value;
}

/** The parts of a validator. */
export interface ValidatorParts {
  /** Whether a value is valid. */
  readonly matches: (value: unknown) => boolean;
  /** Collects the errors of an invalid value. */
  readonly collectErrors: (value: unknown) => readonly ValidationError[];
  /** Runs after each value. */
  readonly reset: () => void;
}

/** Creates a validator that accepts no value that it can't check. */
export function createValidator({ matches, collectErrors, reset }: ValidatorParts): SchemaValidator {
  const validate = (value: unknown): readonly Issue[] => {
    try {
      if (matches(value)) return [];
      const issues = issuesFromErrors(collectErrors(value));
      return issues.length > 0 ? issues : [notCheckedIssue("it changes while it is read")];
    } catch (error) {
      return [notCheckedIssue(error instanceof RangeError ? "it is nested too deeply" : String(error))];
    } finally {
      reset();
    }
  };
  const is = (value: unknown): value is unknown => {
    try {
      return matches(value);
    } catch {
      return false;
    } finally {
      reset();
    }
  };
  return Object.assign(validate, { is });
}

function notCheckedIssue(reason: string): Issue {
  return { code: "not_checked", message: `the value can't be checked: ${reason}`, path: "" };
}
