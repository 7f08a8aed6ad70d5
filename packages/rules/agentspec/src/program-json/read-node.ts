import type { Issue, TextRange } from "@helve/core";
import { closestName, isObject, jsonPointer, quote, sourceText } from "@helve/core/internal";
import type { ProgramNode, ProgramNodeType } from "@helve/core/program";
import { maxRules } from "../syntax/build-rule.ts";
import { maxDepth } from "../syntax/max-depth.ts";
import {
  annotationSchemas,
  commentPlaces,
  type FieldType,
  type LiteralKind,
  type NodeField,
  type NodeFieldType,
  type NodeSchema,
  nodeSchemas,
} from "../syntax/node-schema.ts";
import { maxIssues } from "../syntax/parser-state.ts";
import { stringPatterns } from "../syntax/string-patterns.ts";
import { normalizeNode } from "./normalize-node.ts";

/** Copies a JSON value as a syntax-tree node of one of the given types, in normal form; `undefined` if it has issues. */
export function readNode(
  value: unknown,
  { types, literal }: NodeFieldType,
  path: Path,
  check: NodeReader,
): ProgramNode | undefined {
  const type = nodeTypeOf(value, types, path, check);
  if (type === undefined || !isObject(value)) return undefined;
  if (++check.nodes > maxNodes)
    return addTypeIssue(check, path, { code: "too_large", expected: `at most ${maxNodes} parts`, found: "more" });
  const { depth, parentType } = check;
  const known = check.issues.length;
  check.depth += isNested(type, parentType, path) ? 1 : 0;
  check.parentType = type;
  try {
    if (check.depth > maxDepth)
      return addTypeIssue(check, path, { code: "too_deep", expected: `at most ${maxDepth} levels`, found: "more" });
    const fields = readFields(value, nodeSchemas[type], path, check);
    if (type === "literal") checkLiteral(fields["value"], literal, path, check);
    if (check.issues.length > known) return undefined;
    const node: unknown = fields;
    return normalizeNode(node as ProgramNode);
  } finally {
    check.depth = depth;
    check.parentType = parentType;
  }
}

type Path = readonly (string | number)[];

/** The state of reading a JSON value as a syntax tree: the issues so far, the depth, and the number of nodes. */
export interface NodeReader {
  readonly issues: Issue[];
  /** The nesting depth of the current node, counted as in the text form. */
  depth: number;
  nodes: number;
  /** The type of the parent node. */
  parentType: ProgramNodeType | undefined;
}

export function newNodeReader(): NodeReader {
  return { issues: [], depth: 0, nodes: 0, parentType: undefined };
}

/** The maximal number of nodes, the same as the longest text can have. */
const maxNodes = 1_000_000;

/** The `type` of a value; reports a type that is not expected. */
function nodeTypeOf(
  value: unknown,
  types: readonly ProgramNodeType[],
  path: Path,
  check: NodeReader,
): ProgramNodeType | undefined {
  const expected =
    types.length === 1 ? `an object of the type ${types[0]}` : `an object of the type ${listText(types)}`;
  if (!isObject(value)) return addTypeIssue(check, path, { code: "type", expected, found: describeValue(value) });
  const given = ownProperty(value, "type");
  const type = types.find((one) => one === given);
  if (type !== undefined) return type;
  if (given === undefined)
    return addTypeIssue(check, [...path, "type"], {
      code: "required",
      expected: `one of ${listText(types)}`,
      found: "nothing",
    });
  const meant = typeof given === "string" ? closestName(given, types) : undefined;
  return addTypeIssue(check, [...path, "type"], {
    code: "value",
    expected: `one of ${listText(types)}`,
    found: describeValue(given),
    meant,
  });
}

/** Copies the fields of a node, whose type is known to be right. */
function readFields(
  value: object,
  { fields }: NodeSchema,
  path: Path,
  check: NodeReader,
): Readonly<Record<string, unknown>> {
  const known = ["type", ...Object.keys(fields), "range"];
  for (const key of Object.keys(value)) {
    if (hasMaxIssues(check)) break;
    if (!known.includes(key))
      addTypeIssue(check, [...path, key], {
        code: "unknown_field",
        expected: "nothing",
        found: "a field",
        meant: closestName(key, known),
      });
  }
  const read: Record<string, unknown> = { type: ownProperty(value, "type") };
  for (const [name, field] of Object.entries(fields)) {
    const held = readField(ownProperty(value, name), field, [...path, name], check);
    if (held !== undefined) read[name] = held;
  }
  read["range"] = readRange(ownProperty(value, "range"), [...path, "range"], check);
  return read;
}

/** Reads a member of a node, and reports a required one that is missing. */
function readField(value: unknown, { type, isOptional }: NodeField, path: Path, check: NodeReader): unknown {
  if (value !== undefined) return readFieldValue(value, type, path, check);
  if (isOptional !== true)
    addTypeIssue(check, path, { code: "required", expected: describeFieldType(type), found: "nothing" });
  return undefined;
}

/** Reads the value of a member by its type. */
function readFieldValue(value: unknown, shape: FieldType, path: Path, check: NodeReader): unknown {
  if (hasMaxIssues(check)) return undefined;
  switch (shape.kind) {
    case "node":
      return readNode(value, shape, path, check);
    case "trivia":
      if (isObject(value) && ownProperty(value, "type") === shape.type) {
        return readFields(value, annotationSchemas[shape.type], path, check);
      }
      break;
    case "list":
      if (Array.isArray(value)) return readList(value, shape, path, check);
      break;
    case "word":
      if (shape.words.some((word) => word === value)) return value;
      break;
    case "text":
      if (typeof value === "string" && new RegExp(stringPatterns[shape.text].pattern, "u").test(value)) return value;
      break;
    case "attachment": {
      const attachment = attachmentFrom(value);
      if (attachment !== undefined) return attachment;
      break;
    }
    case "integer":
      if (Number.isSafeInteger(value)) return Object.is(value, -0) ? 0 : value;
      break;
    case "amount":
      if (typeof value === "number" && Number.isFinite(value) && value >= 0) return Object.is(value, -0) ? 0 : value;
      break;
    case "true":
      if (value === true) return value;
      break;
    case "boolean":
      if (typeof value === "boolean") return value;
      break;
    case "scalar":
      if (isScalar(value)) return Object.is(value, -0) ? 0 : value;
      break;
    case "step":
      if (typeof value === "string" || isWholeNumberFrom(value, 0)) return Object.is(value, -0) ? 0 : value;
  }
  const meant = shape.kind === "word" && typeof value === "string" ? closestName(value, shape.words) : undefined;
  return addTypeIssue(check, path, {
    code: hasBaseType(value, shape) ? "value" : "type",
    expected: describeFieldType(shape),
    found: describeValue(value),
    meant,
  });
}

function readList(
  value: readonly unknown[],
  { of, least = 0 }: Extract<FieldType, { kind: "list" }>,
  path: Path,
  check: NodeReader,
): readonly unknown[] {
  if (value.length < least)
    addTypeIssue(check, path, { code: "value", expected: `at least ${least}`, found: `${value.length}` });
  if (path.length === 1 && path[0] === "rules" && value.length > maxRules) {
    addTypeIssue(check, path, {
      code: "too_many_rules",
      expected: `at most ${maxRules} rules`,
      found: `${value.length}`,
    });
    return [];
  }
  const items: unknown[] = [];
  for (let index = 0; index < value.length && !hasMaxIssues(check); index++) {
    items.push(readFieldValue(value[index], of, [...path, index], check));
  }
  return items;
}

const emptyRange: TextRange = sourceText("").range(0, 0);

/** Reads the range of a node; an absent one is the empty range at offset 0. */
function readRange(value: unknown, path: Path, check: NodeReader): TextRange {
  if (value === undefined) return emptyRange;
  const start = isObject(value) ? ownProperty(value, "start") : undefined;
  const end = isObject(value) ? ownProperty(value, "end") : undefined;
  const places = [start, end].flatMap((place) => (isPosition(place) ? [place] : []));
  const [from, to] = places;
  if (from !== undefined && to !== undefined && isObject(value) && Object.keys(value).length === 2) {
    return { start: copyPosition(from), end: copyPosition(to) };
  }
  addTypeIssue(check, path, {
    code: "type",
    expected: "start and end, each with offset, line and column",
    found: describeValue(value),
  });
  return emptyRange;
}

function copyPosition({ offset, line, column }: TextRange["start"]): TextRange["start"] {
  return { offset, line, column };
}

function isPosition(value: unknown): value is TextRange["start"] {
  if (!isObject(value) || Object.keys(value).length !== 3) return false;
  return (
    isWholeNumberFrom(ownProperty(value, "offset"), 0) &&
    isWholeNumberFrom(ownProperty(value, "line"), 1) &&
    isWholeNumberFrom(ownProperty(value, "column"), 1)
  );
}

/** Reads the attachment of a comment; `undefined` if it is invalid. */
function attachmentFrom(value: unknown): unknown {
  if (!isObject(value) || Object.keys(value).length !== 2) return undefined;
  const [place, path] = [ownProperty(value, "place"), ownProperty(value, "path")];
  return typeof path === "string" && commentPlaces.some((one) => one === place) ? { place, path } : undefined;
}

/** Reports a literal whose value has another type than the field allows. */
function checkLiteral(value: unknown, kind: LiteralKind | undefined, path: Path, check: NodeReader): void {
  if (kind === undefined || value === undefined || typeof value === kind) return;
  const expected = kind === "boolean" ? "true or false" : "a string";
  addTypeIssue(check, [...path, "value"], { code: "type", expected, found: describeValue(value) });
}

/**
 * Whether the text form nests a node one level deeper than its parent: in brackets, in a negation, or in parentheses that an
 * `or` needs within an `and`, and both need within a `not`. At the top of a check an `or` needs none.
 */
function isNested(type: ProgramNodeType, around: ProgramNodeType | undefined, path: Path): boolean {
  if (type === "not" || type === "list" || type === "object") return true;
  if (type === "and") return around === "not" || around === "and";
  return type === "or" && !(around === "and" && path.at(-3) === "check");
}

function describeFieldType(shape: FieldType): string {
  switch (shape.kind) {
    case "node":
      return `an object of the type ${listText(shape.types)}`;
    case "trivia":
      return `an object of the type ${shape.type}`;
    case "list":
      return "a list";
    case "word":
      return `one of ${listText(shape.words)}`;
    case "text":
      return stringPatterns[shape.text].description;
    case "attachment":
      return `a place (${listText(commentPlaces)}) and a path`;
    case "integer":
      return "a whole number";
    case "amount":
      return "a number of at least 0";
    case "true":
      return "true";
    case "boolean":
      return "true or false";
    case "scalar":
      return "a string, a finite number, true, false or null";
    case "step":
      return "a key, or an index of at least 0";
  }
}

function hasBaseType(value: unknown, { kind }: FieldType): boolean {
  return typeof value === (baseTypes.get(kind) ?? "string");
}

const baseTypes: ReadonlyMap<FieldType["kind"], string> = new Map([
  ["integer", "number"],
  ["amount", "number"],
  ["true", "boolean"],
  ["boolean", "boolean"],
]);

function isScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function isWholeNumberFrom(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

function ownProperty(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function hasMaxIssues({ issues }: NodeReader): boolean {
  return issues.length >= maxIssues;
}

/** A problem of a part of the JSON value. */
interface WrongPart {
  readonly code: string;
  readonly expected: string;
  readonly found: string;
  /** The name that was probably meant. */
  readonly meant?: string;
}

/** Reports that a value has the wrong type or is missing. */
function addTypeIssue(check: NodeReader, path: Path, { code, expected, found, meant }: WrongPart): undefined {
  if (hasMaxIssues(check)) return;
  const pointer = jsonPointer(path);
  const where = pointer === "" ? "" : `${pointer}: `;
  const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
  const message = `${where}expected ${expected} (got ${found})${hint}`;
  check.issues.push({ code, message, path: pointer, expected });
}

/** Says what a value is, for an error message: `"x"`, `a list`. */
function describeValue(value: unknown): string {
  if (typeof value === "string") return quote(value, 40);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return value === undefined ? "nothing" : String(value);
}

function listText(words: readonly string[]): string {
  return words.join(", ");
}
