import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { ErrorObject, ValidateFunction } from "ajv";
import { member, pathOf, place } from "./json-path.ts";
import { isSchema, subschemas } from "./json-schema.ts";
import { isOfType } from "./json-value.ts";
import { referenced } from "./schema-references.ts";
import { faultOf } from "./validation-issues/error-text.ts";
import { short, shown } from "./value-text.ts";

/** What ajv's errors are about. */
export interface Explained {
  /** The value that was checked. */
  readonly value: unknown;
  /** What to call the whole value. */
  readonly root?: string;
  /** The schema that it was checked against. */
  readonly schema?: JsonSchema;
  /** Checks a value against one branch of a union in the schema. */
  readonly branchValidator?: (branch: JsonSchema) => ValidateFunction | undefined;
}

/**
 * Ajv's errors as issues in Helve's words, none of them longer than a screen. A union says one thing: what is wrong with
 * the branch that was surely meant, or which branches there are.
 */
export function explain(errors: readonly ErrorObject[], about: Explained): readonly Issue[] {
  return explainPart(errors, {
    ...about,
    above: [],
    depth: 0,
    suggestions: { left: mostSuggestions },
    paths: { left: longestPaths },
    reach: new Map(),
  });
}

/** How many unions within one another are looked into. */
const deepest = 64;
/** To look for the name that was meant takes long where there are many. */
const mostSuggestions = 20;
/** How long the paths of all errors in the unions looked into may be together: to compare them takes most of the time. */
const longestPaths = 20_000_000;
const longestMessage = 500;
const longestPlace = 200;
const mostReasons = 4;

/** The value that is explained just now, a part of the whole. */
interface Part extends Explained {
  /** The path from the whole to it. */
  readonly above: readonly PropertyKey[];
  /** How many unions it is in. */
  readonly depth: number;
  readonly suggestions: { left: number };
  readonly paths: { left: number };
  /** What `reachable` found, by the keyword's value. */
  readonly reach: Map<unknown, ReadonlySet<JsonSchema>>;
}

/** From the outside in: each union chooses what to look into, so that nothing is explained twice. */
function explainPart(errors: readonly ErrorObject[], part: Part): readonly Issue[] {
  return distinct(faultsIn(errors, part).flatMap((fault) => explainFault(fault, part)));
}

/** An error, with the errors of the branches that led to it. */
interface ErrorGroup {
  readonly error: ErrorObject;
  readonly within: readonly ErrorObject[];
}

function faultsIn(errors: readonly ErrorObject[], part: Part): readonly ErrorGroup[] {
  const faults: ErrorGroup[] = [];
  let end = errors.length;
  for (let error = errors[end - 1]; error !== undefined; error = errors[end - 1]) {
    const start = hasBranches.has(error.keyword) ? startWithin(errors, end - 1, error, part) : end - 1;
    // What `then` or `else` said stands before `if`; what is wrong with a property's name is summed up by `propertyNames`.
    if (error.keyword !== "if" && error.propertyName === undefined) {
      faults.push({ error, within: errors.slice(start, end - 1) });
    }
    end = start;
  }
  return faults.reverse();
}

const hasBranches = new Set(["anyOf", "oneOf", "contains"]);

/** Where the errors of a keyword's branches start: ajv puts them right before the keyword's own error. */
function startWithin(errors: readonly ErrorObject[], end: number, error: ErrorObject, part: Part): number {
  const { instancePath, parentSchema, schema } = error;
  let start = end;
  while (start > 0) {
    const before = errors[start - 1];
    if (before === undefined || !`${before.instancePath}/`.startsWith(`${instancePath}/`)) break;
    if (before.instancePath === instancePath && before.parentSchema === parentSchema) break;
    if (part.schema && isSchema(before.parentSchema)) {
      if (!reachable(schema, part.schema, part.reach).has(before.parentSchema)) break;
    }
    start--;
  }
  return start;
}

/** Every schema that a keyword's value leads to, references followed. */
function reachable(value: unknown, root: JsonSchema, known: Part["reach"]): ReadonlySet<JsonSchema> {
  const before = known.get(value);
  if (before !== undefined) return before;
  const found = new Set<JsonSchema>();
  known.set(value, found);
  const waiting: unknown[] = [value].flat();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isSchema(next) || found.has(next)) continue;
    for (const { schema } of subschemas(next)) {
      found.add(schema);
      if (typeof schema.$ref === "string") waiting.push(referenced(schema.$ref, root));
    }
  }
  return found;
}

function explainFault(fault: ErrorGroup, part: Part): readonly Issue[] {
  const { error } = fault;
  const path = [...part.above, ...pathOf(error.instancePath, part.value)];
  if (error.keyword === "anyOf" || error.keyword === "oneOf") return union(fault, part, path);
  const { at = [], says, expected } = faultOf(error, part.suggestions);
  const where = [...path, ...at];
  const code = error.keyword === "false schema" ? "false" : error.keyword;
  return [{ ...issueAt(where, code, says, part), ...(expected !== undefined && { expected }) }];
}

function issueAt(path: readonly PropertyKey[], code: string, says: string, part: Part): Issue {
  const at = place(path);
  // The end of a long place says more than its start.
  const name = at.length > longestPlace ? `…${at.slice(-longestPlace)}` : at;
  const subject = path.length === 0 ? (part.root ?? "the value") : `"${name}"`;
  return { code, message: short(`${subject} ${says}`, longestMessage), path: jsonPointer(path) };
}

function union({ error, within }: ErrorGroup, part: Part, path: readonly PropertyKey[]): readonly Issue[] {
  const issue = (says: string): readonly Issue[] => [issueAt(path, error.keyword, says, part)];
  const passing: unknown = error.params["passingSchemas"];
  if (Array.isArray(passing)) {
    const forms = passing.map((index) => Number(index) + 1).join(" and ");
    return issue(`must fit one of its forms only (fits ${forms})`);
  }
  if (part.depth === deepest || part.paths.left < 0) return issue("fits none of its forms");
  const meant = meantBranch(error, part.schema);
  const validator = meant && part.branchValidator?.(meant);
  if (validator !== undefined && !validator(error.data)) {
    const errors = validator.errors ?? [];
    for (const { instancePath } of errors) part.paths.left -= instancePath.length;
    return explainPart(errors, { ...part, depth: part.depth + 1, value: error.data, above: path });
  }
  const faults = faultsIn(within, part);
  const choices = [...new Set(faults.map((fault) => choice(fault, error.instancePath)))];
  if (choices.every((words) => words !== undefined)) {
    return issue(`must be ${choices.join(" or ")} (got ${shown(error.data)})`);
  }
  // One message has room for a level or two of unions within this one.
  const reasons = reasonsOf(faults, { ...part, depth: Math.max(part.depth + 1, deepest - 2) });
  const more = reasons.length > mostReasons ? "; …" : "";
  return issue(`fits none of its forms: ${reasons.slice(0, mostReasons).join("; ")}${more}`);
}

/** What is wrong, in so many words that it can be seen whether there is more to say. */
function reasonsOf(faults: readonly ErrorGroup[], part: Part): readonly string[] {
  const reasons = new Set<string>();
  for (const fault of faults) {
    if (reasons.size > mostReasons) break;
    for (const { message } of explainFault(fault, part)) reasons.add(message);
  }
  return [...reasons];
}

/** What a branch wants the whole value to be, when that is what is wrong. */
function choice({ error }: ErrorGroup, instancePath: string): string | undefined {
  return error.instancePath === instancePath ? faultOf(error).be : undefined;
}

/**
 * The only branch of a union whose type and tags are the value's.
 *
 * @param error - its `schema` holds the branches, its `data` is the value
 */
export function meantBranch(
  { schema, data }: Pick<ErrorObject, "schema" | "data">,
  root: JsonSchema | undefined,
): JsonSchema | undefined {
  if (root === undefined || !Array.isArray(schema)) return undefined;
  const [only, ...others] = schema.filter((branch: JsonSchema | boolean) => mayBeMeant(branch, data, root));
  return others.length === 0 && isSchema(only) ? only : undefined;
}

function mayBeMeant(branch: JsonSchema | boolean, value: unknown, root: JsonSchema): boolean {
  if (typeof branch === "boolean") return branch;
  const schema = typeof branch.$ref === "string" ? (referenced(branch.$ref, root) as JsonSchema | undefined) : branch;
  if (typeof schema !== "object" || schema === null) return true;
  return (
    agrees(schema, value) && Object.entries(schema.properties ?? {}).every(([key, tag]) => tagFits(tag, key, value))
  );
}

function tagFits(tag: JsonSchema | boolean, key: string, value: unknown): boolean {
  const own = member(value, key);
  return own === undefined || typeof tag !== "object" || choicesOf(tag)?.includes(own) !== false;
}

function agrees(schema: JsonSchema, value: unknown): boolean {
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return types?.some((type) => isOfType(type, value)) !== false && choicesOf(schema)?.includes(value) !== false;
}

/** The plain values that a schema allows, when it names them. */
function choicesOf(schema: JsonSchema): readonly unknown[] | undefined {
  const choices = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  return choices?.every((member) => typeof member !== "object") ? choices : undefined;
}

function distinct(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < 2) return issues;
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

/** An error in ajv's form, but for its place. */
export type Fault = Omit<ErrorObject, "instancePath" | "schemaPath">;

/** Checks a value and names everything that is wrong with it; empty when it fits. Never throws, changes nothing. */
export type SchemaValidator = (value: unknown) => readonly Issue[];
