/** Checks the types of options, and reports unknown names. */
import type { Issue } from "@helve/core";
import { didYouMean, quote } from "@helve/core/internal";
import { optionIssue } from "./agent-error.ts";

/** The expected type of each option: its description, a test of the value, and whether the option is required or secret. */
export type OptionTypes = Readonly<
  Record<string, readonly [expected: string, test: (value: unknown) => boolean, kind?: "required" | "secret"]>
>;

/**
 * The issues of options: unknown names, and values that are not what they must be.
 *
 * @param prefix - comes before the names: `limits.`
 */
export function typeIssues(options: object, types: OptionTypes, prefix = ""): Issue[] {
  const values = new Map<string, unknown>(Object.entries(options));
  const issues = unknownOptions(options, Object.keys(types), prefix);
  for (const [name, [expected, test, kind]] of Object.entries(types)) {
    const value = values.get(name);
    if (value === undefined ? kind !== "required" : test(value)) continue;
    const got = kind === "secret" ? "" : ` (got ${shown(value)})`;
    issues.push(optionIssue(`${prefix}${name}`, `must be ${expected}${got}`));
  }
  return issues;
}

/** The type of the option `locale`. */
export const localeType: OptionTypes[string] = ['"en" or "zh"', (value) => value === "en" || value === "zh"];

/** Reports unknown options. */
function unknownOptions(options: object, known: readonly string[], prefix: string): Issue[] {
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => optionIssue(`${prefix}${name}`, `is not an option${didYouMean(name, known)}`));
}

/** A value for a message: short, and without the password of an address. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    if (value.length > maxShown) return `a text of ${value.length} characters`;
    return quote(value.replace(/\/\/[^/@]*@/, "//…@"));
  }
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "a list" : "an object";
}

const maxShown = 60;
