// The checks and issues from which the check of a policy is made.

import type { Issue } from "@helve/core";
import { didYouMean, jsonPointer, quote } from "@helve/core/internal";

/** Checks one value of a policy: the issues, empty if it is valid. */
export type PolicyCheck = (
  value: unknown,
  path: readonly string[],
  policy: Readonly<Record<string, unknown>>,
) => readonly Issue[];

/** Checks that a value is a text that is not empty. */
export const text: PolicyCheck = (value, path) =>
  typeof value === "string" && value !== "" ? [] : [typeIssue(path, "a text", value)];

/** Checks that a value is a list of texts. */
export const texts: PolicyCheck = (value, path) => {
  if (!Array.isArray(value)) return [typeIssue(path, "a list of texts", value)];
  return value.flatMap((item: unknown, index) =>
    typeof item === "string" ? [] : [typeIssue([...path, String(index)], "a text", item)],
  );
};

/** Checks that a value is a boolean. */
export const flag: PolicyCheck = (value, path) =>
  typeof value === "boolean" ? [] : [typeIssue(path, "true or false", value)];

/** Checks that a value is one of some texts. */
export function choice(...choices: readonly string[]): PolicyCheck {
  const expected = choices.map((each) => quote(each)).join(", ");
  return (value, path) =>
    choices.some((each) => each === value) ? [] : [typeIssue(path, `one of ${expected}`, value)];
}

/** The issue that a value has another type. */
export function typeIssue(path: readonly string[], expected: string, value: unknown): Issue {
  return issue(pathText(path), path, expected, value);
}

/** The issue that a value has another type, with a name for the value. */
export function issue(what: string, path: readonly string[], expected: string, value: unknown): Issue {
  return {
    code: "type",
    message: `${what} must be ${expected} (got ${valueText(value)})`,
    path: jsonPointer(path),
    expected,
  };
}

/** The issue that an object has a member that policies do not have. */
export function unknownMember(path: readonly string[], known: readonly string[]): Issue {
  const name = path.at(-1) ?? "";
  const message = `${pathText(path)} is not a member of a policy${didYouMean(name, known)}`;
  return { code: "unknown_member", message, path: jsonPointer(path) };
}

/** A path as code writes it: `tools["Bash"].language`. */
export function pathText([first = "", ...others]: readonly string[]): string {
  return others.reduce((written, name, index) => {
    if (/^\d+$/.test(name)) return `${written}[${name}]`;
    const isOfUse = first === "tools" && index > 0;
    return isOfUse && /^\w+$/.test(name) ? `${written}.${name}` : `${written}[${quote(name)}]`;
  }, first);
}

function valueText(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null
    ? "an object"
    : typeof value === "function"
      ? "a function"
      : String(value);
}
