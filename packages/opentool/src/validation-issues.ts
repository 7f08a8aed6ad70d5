import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { ErrorObject, ValidateFunction } from "ajv";
import { ownMember, pathFromPointer, pathText } from "./json-path.ts";
import { isSchema, subschemas } from "./json-schema.ts";
import { isOfType } from "./json-value.ts";
import { resolveReference } from "./schema-references.ts";
import { errorText } from "./validation-issues/error-text.ts";
import { truncate, valueText } from "./value-text.ts";

/** What ajv's errors are about. */
export interface ValidationSubject {
  /** The value that was checked. */
  readonly value: unknown;
  /** What to call the whole value. */
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
export function issuesFromErrors(errors: readonly ErrorObject[], about: ValidationSubject): readonly Issue[] {
  return scopeIssues(errors, {
    ...about,
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
  /** The path from the whole to it. */
  readonly parentPath: readonly PropertyKey[];
  /** How many unions it is in. */
  readonly depth: number;
  readonly suggestions: { left: number };
  readonly paths: { left: number };
  /** What `reachable` found, by the keyword's value. */
  readonly reachableCache: Map<unknown, ReadonlySet<JsonSchema>>;
}

/** Works from the outside in: each union selects its branch first, so nothing is explained twice. */
function scopeIssues(errors: readonly ErrorObject[], scope: ValidationScope): readonly Issue[] {
  return withoutDuplicates(groupErrors(errors, scope).flatMap((group) => groupIssues(group, scope)));
}

/** An error, with the errors of the branches that led to it. */
interface ErrorGroup {
  readonly error: ErrorObject;
  readonly within: readonly ErrorObject[];
}

function groupErrors(errors: readonly ErrorObject[], scope: ValidationScope): readonly ErrorGroup[] {
  const groups: ErrorGroup[] = [];
  let end = errors.length;
  for (let error = errors[end - 1]; error !== undefined; error = errors[end - 1]) {
    const start = branchKeywords.has(error.keyword) ? branchErrorsStart(errors, end - 1, error, scope) : end - 1;
    // Errors of `then` and `else` precede the one of `if`; errors about a property's name are summarized by `propertyNames`.
    if (error.keyword !== "if" && error.propertyName === undefined) {
      groups.push({ error, within: errors.slice(start, end - 1) });
    }
    end = start;
  }
  return groups.reverse();
}

const branchKeywords = new Set(["anyOf", "oneOf", "contains"]);

/** The index where the errors of a keyword's branches start: ajv puts them directly before the keyword's own error. */
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

/** Every schema that a keyword's value contains or refers to. */
function reachableSchemas(
  value: unknown,
  root: JsonSchema,
  known: ValidationScope["reachableCache"],
): ReadonlySet<JsonSchema> {
  const before = known.get(value);
  if (before !== undefined) return before;
  const found = new Set<JsonSchema>();
  known.set(value, found);
  const pending: unknown[] = [value].flat();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isSchema(next) || found.has(next)) continue;
    for (const { schema } of subschemas(next)) {
      found.add(schema);
      if (typeof schema.$ref === "string") pending.push(resolveReference(schema.$ref, root));
    }
  }
  return found;
}

function groupIssues(group: ErrorGroup, scope: ValidationScope): readonly Issue[] {
  const { error } = group;
  const path = [...scope.parentPath, ...pathFromPointer(error.instancePath, scope.value)];
  if (error.keyword === "anyOf" || error.keyword === "oneOf") return unionIssues(group, scope, path);
  const { at = [], problem, expected } = errorText(error, scope.suggestions);
  const where = [...path, ...at];
  const code = error.keyword === "false schema" ? "false" : error.keyword;
  return [{ ...createIssue(where, code, problem, scope), ...(expected !== undefined && { expected }) }];
}

function createIssue(path: readonly PropertyKey[], code: string, problem: string, scope: ValidationScope): Issue {
  const at = pathText(path);
  // The end of a long path is more useful than its start.
  const name = at.length > maxPathLength ? `…${at.slice(-maxPathLength)}` : at;
  const subject = path.length === 0 ? (scope.root ?? "the value") : `"${name}"`;
  return { code, message: truncate(`${subject} ${problem}`, maxMessageLength), path: jsonPointer(path) };
}

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

/** Messages for the errors of a union's branches, one more than are shown. */
function branchReasons(groups: readonly ErrorGroup[], scope: ValidationScope): readonly string[] {
  const reasons = new Set<string>();
  for (const group of groups) {
    if (reasons.size > maxReasons) break;
    for (const { message } of groupIssues(group, scope)) reasons.add(message);
  }
  return [...reasons];
}

/** What a branch expects the whole value to be, if the error is about the whole value. */
function expectedWholeValue({ error }: ErrorGroup, instancePath: string): string | undefined {
  return error.instancePath === instancePath ? errorText(error).wholeValue : undefined;
}

/**
 * The only branch of a union whose type and tags are the value's.
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

function tagMatches(tag: JsonSchema | boolean, key: string, value: unknown): boolean {
  const own = ownMember(value, key);
  return own === undefined || typeof tag !== "object" || allowedPlainValues(tag)?.includes(own) !== false;
}

function typeMatches(schema: JsonSchema, value: unknown): boolean {
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return (
    types?.some((type) => isOfType(type, value)) !== false && allowedPlainValues(schema)?.includes(value) !== false
  );
}

/** The plain values that a schema allows, when it names them. */
function allowedPlainValues(schema: JsonSchema): readonly unknown[] | undefined {
  const choices = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  return choices?.every((member) => typeof member !== "object") ? choices : undefined;
}

function withoutDuplicates(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < 2) return issues;
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

/** An ajv error without its location. */
export type KeywordError = Omit<ErrorObject, "instancePath" | "schemaPath">;

/** Validates a value and returns every issue; empty if the value is valid. Never throws, never changes the value. */
export type SchemaValidator = (value: unknown) => readonly Issue[];
