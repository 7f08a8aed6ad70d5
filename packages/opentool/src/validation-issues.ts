// Converts ajv errors to issues with readable messages, and explains failed unions by their intended branch.

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, ownMember, resolveReference } from "@helve/core/internal";
import type { ErrorObject, ValidateFunction } from "ajv";
import { pathFromPointer, pathText } from "./json-path.ts";
import { allSubschemas, isSchema } from "./json-schema.ts";
import { isOfType } from "./json-value.ts";
import { errorText } from "./validation-issues/error-text.ts";
import { truncate, valueText } from "./value-text.ts";

/** The validated value and the schema of ajv errors. */
export interface ValidationSubject {
  /** The value that was checked. */
  readonly value: unknown;
  /** The name of the whole value in messages. */
  readonly root?: string;
  /** The schema that it was checked against. */
  readonly schema?: JsonSchema;
  /** Returns the validator of one branch of a union in the schema. */
  readonly branchValidator?: (branch: JsonSchema) => ValidateFunction | undefined;
}

/**
 * Converts ajv errors to issues with readable messages of limited length. A union gives one message: the errors of
 * the branch that was clearly intended, or the list of branches.
 */
export function issuesFromErrors(errors: readonly ErrorObject[], subject: ValidationSubject): readonly Issue[] {
  return scopeIssues(errors, {
    ...subject,
    parentPath: [],
    depth: 0,
    suggestions: { left: maxSuggestions },
    paths: { left: maxComparedPathLength },
    reachableCache: new Map(),
  });
}

/** The maximum nesting depth of unions that are explained. */
const maxUnionDepth = 64;
/** Finding the closest name is slow if there are many unknown names. */
const maxSuggestions = 20;
/** The maximum total path length of the errors in explained unions: comparing paths takes most of the time. */
const maxComparedPathLength = 20_000_000;
const maxMessageLength = 500;
const maxPathLength = 200;
const maxReasons = 4;

/** The part of a value that is being explained. */
interface ValidationScope extends ValidationSubject {
  /** The path from the root to this part. */
  readonly parentPath: readonly PropertyKey[];
  /** How many unions enclose it. */
  readonly depth: number;
  readonly suggestions: { left: number };
  readonly paths: { left: number };
  /** What `reachable` found, by the keyword's value. */
  readonly reachableCache: Map<unknown, ReadonlySet<JsonSchema>>;
}

/**
 * Converts errors to issues. Each union selects its branch before the errors inside it are converted, so that no error
 * is converted twice.
 */
function scopeIssues(errors: readonly ErrorObject[], scope: ValidationScope): readonly Issue[] {
  return withoutDuplicates(groupErrors(errors, scope).flatMap((group) => groupIssues(group, scope)));
}

/** An error, with the errors of the branches that led to it. */
interface ErrorGroup {
  readonly error: ErrorObject;
  readonly within: readonly ErrorObject[];
}

/** Groups ajv's flat list of errors: each union error with the errors of its branches, which precede it. */
function groupErrors(errors: readonly ErrorObject[], scope: ValidationScope): readonly ErrorGroup[] {
  const groups: ErrorGroup[] = [];
  let end = errors.length;
  for (let error = errors[end - 1]; error !== undefined; error = errors[end - 1]) {
    const start = branchKeywords.has(error.keyword) ? branchErrorsStart(errors, end - 1, error, scope) : end - 1;
    // Errors of `then` and `else` precede the one of `if`; `propertyNames` summarizes the errors of a property's name.
    if (error.keyword !== "if" && error.propertyName === undefined) {
      groups.push({ error, within: errors.slice(start, end - 1) });
    }
    end = start;
  }
  return groups.reverse();
}

const branchKeywords = new Set(["anyOf", "oneOf", "contains"]);

/**
 * Finds the index where the errors of a keyword's branches start: ajv puts them directly before the keyword's own
 * error.
 */
function branchErrorsStart(
  errors: readonly ErrorObject[],
  end: number,
  error: ErrorObject,
  scope: ValidationScope,
): number {
  const { instancePath, parentSchema, schema } = error;
  let start = end;
  while (start > 0) {
    const before = errors[start - 1];
    if (before === undefined || !`${before.instancePath}/`.startsWith(`${instancePath}/`)) break;
    if (before.instancePath === instancePath && before.parentSchema === parentSchema) break;
    if (scope.schema && isSchema(before.parentSchema)) {
      if (!reachableSchemas(schema, scope.schema, scope.reachableCache).has(before.parentSchema)) break;
    }
    start--;
  }
  return start;
}

/** Collects every schema that a keyword's value contains or refers to. */
function reachableSchemas(
  value: unknown,
  root: JsonSchema,
  cache: ValidationScope["reachableCache"],
): ReadonlySet<JsonSchema> {
  const cached = cache.get(value);
  if (cached !== undefined) return cached;
  const found = new Set<JsonSchema>();
  cache.set(value, found);
  const pending: unknown[] = [value].flat();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isSchema(next) || found.has(next)) continue;
    for (const { schema } of allSubschemas(next)) {
      found.add(schema);
      if (typeof schema.$ref === "string") pending.push(resolveReference(schema.$ref, root));
    }
  }
  return found;
}

/** Converts one error, or one union error with the errors of its branches, to issues. */
function groupIssues(group: ErrorGroup, scope: ValidationScope): readonly Issue[] {
  const { error } = group;
  const path = [...scope.parentPath, ...pathFromPointer(error.instancePath, scope.value)];
  if (error.keyword === "anyOf" || error.keyword === "oneOf") return unionIssues(group, scope, path);
  const { at = [], problem, expected } = errorText(error, scope.suggestions);
  const where = [...path, ...at];
  const code = error.keyword === "false schema" ? "false" : error.keyword;
  return [{ ...createIssue(where, code, problem, scope), ...(expected !== undefined && { expected }) }];
}

/** Creates an issue whose message starts with the name of the invalid value. */
function createIssue(path: readonly PropertyKey[], code: string, problem: string, scope: ValidationScope): Issue {
  const pathName = pathText(path);
  // The end of a long path is more useful than its start.
  const name = pathName.length > maxPathLength ? `…${pathName.slice(-maxPathLength)}` : pathName;
  const subject = path.length === 0 ? (scope.root ?? "the value") : `"${name}"`;
  return { code, message: truncate(`${subject} ${problem}`, maxMessageLength), path: jsonPointer(path) };
}

/** Explains the error of a union: by the intended branch, by the expected types, or by the reasons of each branch. */
function unionIssues(
  { error, within }: ErrorGroup,
  scope: ValidationScope,
  path: readonly PropertyKey[],
): readonly Issue[] {
  const issue = (problem: string): readonly Issue[] => [createIssue(path, error.keyword, problem, scope)];
  const passing: unknown = error.params["passingSchemas"];
  if (Array.isArray(passing)) {
    const forms = passing.map((index) => Number(index) + 1).join(" and ");
    return issue(`must match exactly one of the allowed forms (matches ${forms})`);
  }
  if (scope.depth === maxUnionDepth || scope.paths.left < 0) return issue("matches none of the allowed forms");
  const intended = intendedBranch(error, scope.schema);
  const validator = intended && scope.branchValidator?.(intended);
  if (validator !== undefined && !validator(error.data)) {
    const errors = validator.errors ?? [];
    for (const { instancePath } of errors) scope.paths.left -= instancePath.length;
    return scopeIssues(errors, { ...scope, depth: scope.depth + 1, value: error.data, parentPath: path });
  }
  const groups = groupErrors(within, scope);
  const choices = [...new Set(groups.map((group) => expectedWholeValue(group, error.instancePath)))];
  if (choices.every((words) => words !== undefined)) {
    return issue(`must be ${choices.join(" or ")} (got ${valueText(error.data)})`);
  }
  // One message has room for one or two levels of nested unions.
  const reasons = branchReasons(groups, { ...scope, depth: Math.max(scope.depth + 1, maxUnionDepth - 2) });
  const more = reasons.length > maxReasons ? "; …" : "";
  return issue(`matches none of the allowed forms: ${reasons.slice(0, maxReasons).join("; ")}${more}`);
}

/** Collects the messages of a union's branches, at most one more than a message shows. */
function branchReasons(groups: readonly ErrorGroup[], scope: ValidationScope): readonly string[] {
  const reasons = new Set<string>();
  for (const group of groups) {
    if (reasons.size > maxReasons) break;
    for (const { message } of groupIssues(group, scope)) reasons.add(message);
  }
  return [...reasons];
}

/** Returns what a branch expects the whole value to be, if its error is about the whole value. */
function expectedWholeValue({ error }: ErrorGroup, instancePath: string): string | undefined {
  return error.instancePath === instancePath ? errorText(error).wholeValue : undefined;
}

/**
 * Returns the branch of a union whose type and tags match the value; `undefined` unless there is exactly one.
 *
 * @param error - its `schema` holds the branches, its `data` is the value
 */
export function intendedBranch(
  { schema, data }: Pick<ErrorObject, "schema" | "data">,
  root: JsonSchema | undefined,
): JsonSchema | undefined {
  if (root === undefined || !Array.isArray(schema)) return undefined;
  const [only, ...others] = schema.filter((branch: JsonSchema | boolean) => mayMatchTags(branch, data, root));
  return others.length === 0 && isSchema(only) ? only : undefined;
}

/** Whether the type of a value, and its properties with fixed values, match a branch. */
function mayMatchTags(branch: JsonSchema | boolean, value: unknown, root: JsonSchema): boolean {
  if (typeof branch === "boolean") return branch;
  const schema =
    typeof branch.$ref === "string" ? (resolveReference(branch.$ref, root) as JsonSchema | undefined) : branch;
  if (typeof schema !== "object" || schema === null) return true;
  return (
    typeMatches(schema, value) &&
    Object.entries(schema.properties ?? {}).every(([key, tag]) => tagMatches(tag, key, value))
  );
}

/** Whether a property of the value is missing or has one of the fixed values that its schema allows. */
function tagMatches(tag: JsonSchema | boolean, key: string, value: unknown): boolean {
  const tagValue = ownMember(value, key);
  return tagValue === undefined || typeof tag !== "object" || allowedPlainValues(tag)?.includes(tagValue) !== false;
}

/** Whether a value has a type, and one of the fixed values, that a schema allows. */
function typeMatches(schema: JsonSchema, value: unknown): boolean {
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return (
    types?.some((type) => isOfType(type, value)) !== false && allowedPlainValues(schema)?.includes(value) !== false
  );
}

/** Returns the values that `const` or `enum` allows; `undefined` if one of them is an object or a list. */
function allowedPlainValues(schema: JsonSchema): readonly unknown[] | undefined {
  const choices = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  return choices?.every((member) => typeof member !== "object") ? choices : undefined;
}

/** Removes issues with the same path and message. */
function withoutDuplicates(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < 2) return issues;
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

/** An ajv error without its location. */
export type KeywordError = Omit<ErrorObject, "instancePath" | "schemaPath">;

/** Validates a value and returns every issue; empty if the value is valid. Never throws, never changes the value. */
export type SchemaValidator = (value: unknown) => readonly Issue[];
