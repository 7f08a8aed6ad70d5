import { type Issue, type JsonSchema, jsonPointer } from "@helve/core";
import type { ErrorObject, ValidateFunction } from "ajv";
import { faultOf } from "./fault.ts";
import { isOfType } from "./is-of-type.ts";
import { member, pathOf, place } from "./place.ts";
import { isSchema, referenced, subschemas } from "./subschemas.ts";
import { shown } from "./words.ts";

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
 * Ajv's errors as issues in Helve's words. A union says one thing: what is wrong with the branch that was surely meant,
 * or which branches there are.
 *
 * @param above - the path to the value, when it is a part of another
 */
export function explain(
  errors: readonly ErrorObject[],
  about: Explained,
  above: readonly PropertyKey[] = [],
): readonly Issue[] {
  const told: Told[] = [];
  for (const error of errors) {
    const path = [...above, ...pathOf(error.instancePath, about.value)];
    switch (error.keyword) {
      case "if": // what `then` or `else` said stands before it
        break;
      case "anyOf":
      case "oneOf":
        told.push({ error, issues: union(error, takeParts(told, error, about.schema), about, path) });
        break;
      case "contains":
        takeParts(told, error, about.schema);
        told.push({ error, issues: [issueOf(error, about, path)] });
        break;
      default:
        // What is wrong with a property's name is summed up by `propertyNames`.
        if (error.propertyName === undefined) told.push({ error, issues: [issueOf(error, about, path)] });
    }
  }
  return distinct(told.flatMap(({ issues }) => issues));
}

interface Told {
  readonly error: ErrorObject;
  readonly issues: readonly Issue[];
}

function issueOf(error: ErrorObject, about: Explained, path: readonly PropertyKey[]): Issue {
  const { at = [], says, expected } = faultOf(error);
  const where = [...path, ...at];
  const message = `${subject(where, about)} ${says}`;
  return { code: codeOf(error), message, path: jsonPointer(where), ...(expected !== undefined && { expected }) };
}

function subject(path: readonly PropertyKey[], about: Explained): string {
  return path.length === 0 ? (about.root ?? "the value") : `"${place(path)}"`;
}

function codeOf(error: ErrorObject): string {
  return error.keyword === "false schema" ? "false" : error.keyword;
}

/** Takes away what the parts of a keyword said: ajv puts that right before the keyword's own error. */
function takeParts(told: Told[], error: ErrorObject, root: JsonSchema | undefined): readonly Told[] {
  const within = root && reachable(error.schema, root);
  const { instancePath, parentSchema } = error;
  let start = told.length;
  while (start > 0) {
    const before = told[start - 1]?.error;
    if (before === undefined || !`${before.instancePath}/`.startsWith(`${instancePath}/`)) break;
    if (before.instancePath === instancePath && before.parentSchema === parentSchema) break;
    if (within && isSchema(before.parentSchema) && !within.has(before.parentSchema)) break;
    start--;
  }
  return told.splice(start);
}

/** Every schema that a keyword's value leads to, references followed. */
function reachable(value: unknown, root: JsonSchema): ReadonlySet<JsonSchema> {
  const found = new Set<JsonSchema>();
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

function union(
  error: ErrorObject,
  parts: readonly Told[],
  about: Explained,
  path: readonly PropertyKey[],
): readonly Issue[] {
  const name = subject(path, about);
  const code = error.keyword;
  const pointer = jsonPointer(path);
  const passing: unknown = error.params["passingSchemas"];
  if (Array.isArray(passing)) {
    const forms = passing.map((index) => Number(index) + 1).join(" and ");
    return [{ code, message: `${name} must fit one of its forms only (fits ${forms})`, path: pointer }];
  }
  const meant = meantBranch(error, about.schema);
  const validator = meant && about.branchValidator?.(meant);
  if (validator !== undefined && !validator(error.data)) {
    return explain(validator.errors ?? [], { ...about, value: error.data }, path);
  }
  const choices = [...new Set(parts.map((part) => choice(part, error.instancePath)))];
  if (choices.every((words) => words !== undefined)) {
    const message = `${name} must be ${choices.join(" or ")} (got ${shown(error.data)})`;
    return [{ code, message, path: pointer }];
  }
  const reasons = [...new Set(parts.flatMap(({ issues }) => issues.map(({ message }) => message)))];
  const more = reasons.length > 4 ? "; …" : "";
  return [{ code, message: `${name} fits none of its forms: ${reasons.slice(0, 4).join("; ")}${more}`, path: pointer }];
}

/** What a branch wants the whole value to be, when that is what is wrong. */
function choice({ error }: Told, instancePath: string): string | undefined {
  return error.instancePath === instancePath ? faultOf(error).be : undefined;
}

/** The only branch whose type and tags are the value's. */
function meantBranch(error: ErrorObject, root: JsonSchema | undefined): JsonSchema | undefined {
  if (root === undefined || !Array.isArray(error.schema)) return undefined;
  const [only, ...others] = error.schema.filter((branch: JsonSchema) => mayBeMeant(branch, error.data, root));
  return others.length === 0 ? only : undefined;
}

function mayBeMeant(branch: JsonSchema, value: unknown, root: JsonSchema): boolean {
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
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}
