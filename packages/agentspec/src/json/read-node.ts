import type { Issue, TextRange } from "@helve/core";
import { closestName, isObject, jsonPointer, quote, sourceText } from "@helve/core/internal";
import type { ProgramNode, ProgramNodeType } from "@helve/core/program";
import { mostIssues } from "../syntax/reading.ts";
import { mostRules } from "../syntax/rule-meaning.ts";
import {
  type Field,
  type LiteralKind,
  type NodeShape,
  type NodesShape,
  nodeShapes,
  places,
  type Shape,
  textPatterns,
  triviaShapes,
} from "../syntax/shapes.ts";
import { deepest } from "../syntax/value-grammar.ts";
import { normalNode } from "./normal-node.ts";

type Path = readonly (string | number)[];

/** A look at a value: what is wrong so far, and how much there is of it. */
export interface Check {
  readonly issues: Issue[];
  /** How deep the node at hand is, as a text writes it. */
  depth: number;
  nodes: number;
  /** The type of the node around the one at hand. */
  around: ProgramNodeType | undefined;
}

export function newCheck(): Check {
  return { issues: [], depth: 0, nodes: 0, around: undefined };
}

/** As many as the longest text may have. */
const mostNodes = 1_000_000;

/** Reads a node of one of some types: a new one, in normal form; `undefined` if something is wrong with it. */
export function readNode(
  value: unknown,
  { types, literal }: NodesShape,
  path: Path,
  check: Check,
): ProgramNode | undefined {
  const type = typeOf(value, types, path, check);
  if (type === undefined || !isObject(value)) return undefined;
  if (++check.nodes > mostNodes) return refuse(check, path, "too_large", `at most ${mostNodes} parts`, "more");
  const { depth, around } = check;
  const known = check.issues.length;
  check.depth += isNested(type, around, path) ? 1 : 0;
  check.around = type;
  try {
    if (check.depth > deepest) return refuse(check, path, "too_deep", `at most ${deepest} levels`, "more");
    const fields = readFields(value, type, nodeShapes[type], path, check);
    if (type === "literal") checkLiteral(fields["value"], literal, path, check);
    if (check.issues.length > known) return undefined;
    const node: unknown = fields;
    return normalNode(node as ProgramNode);
  } finally {
    check.depth = depth;
    check.around = around;
  }
}

/** The `type` of a value, if it is one of some; one that fits none is refused. */
function typeOf(
  value: unknown,
  types: readonly ProgramNodeType[],
  path: Path,
  check: Check,
): ProgramNodeType | undefined {
  const expected = types.length === 1 ? `an object of the type ${types[0]}` : `an object of the type ${list(types)}`;
  if (!isObject(value)) return refuse(check, path, "type", expected, shown(value));
  const given = own(value, "type");
  const type = types.find((one) => one === given);
  if (type !== undefined) return type;
  if (given === undefined) return refuse(check, [...path, "type"], "required", `one of ${list(types)}`, "nothing");
  const meant = typeof given === "string" ? closestName(given, types) : undefined;
  return refuse(check, [...path, "type"], "value", `one of ${list(types)}`, shown(given), meant);
}

function readFields(
  value: object,
  type: string,
  { fields }: NodeShape,
  path: Path,
  check: Check,
): Readonly<Record<string, unknown>> {
  const known = ["type", ...Object.keys(fields), "range"];
  for (const key of Object.keys(value)) {
    if (isFull(check)) break;
    if (!known.includes(key))
      refuse(check, [...path, key], "unknown_field", "nothing", "a field", closestName(key, known));
  }
  const read: Record<string, unknown> = { type };
  for (const [name, field] of Object.entries(fields)) {
    const held = readField(own(value, name), field, [...path, name], check);
    if (held !== undefined) read[name] = held;
  }
  read["range"] = readRange(own(value, "range"), [...path, "range"], check);
  return read;
}

function readField(value: unknown, { shape, isOptional }: Field, path: Path, check: Check): unknown {
  if (value !== undefined) return readShape(value, shape, path, check);
  if (isOptional !== true) refuse(check, path, "required", shapeInWords(shape), "nothing");
  return undefined;
}

function readShape(value: unknown, shape: Shape, path: Path, check: Check): unknown {
  if (isFull(check)) return undefined;
  switch (shape.kind) {
    case "node":
      return readNode(value, shape, path, check);
    case "trivia":
      if (isObject(value) && own(value, "type") === shape.type) {
        return readFields(value, shape.type, triviaShapes[shape.type], path, check);
      }
      break;
    case "list":
      if (Array.isArray(value)) return readList(value, shape, path, check);
      break;
    case "word":
      if (shape.words.some((word) => word === value)) return value;
      break;
    case "text":
      if (typeof value === "string" && new RegExp(textPatterns[shape.text].pattern, "u").test(value)) return value;
      break;
    case "attachment": {
      const attachment = attachmentOf(value);
      if (attachment !== undefined) return attachment;
      break;
    }
    case "integer":
      if (Number.isSafeInteger(value)) return Object.is(value, -0) ? 0 : value;
      break;
    case "scalar":
      if (isScalar(value)) return Object.is(value, -0) ? 0 : value;
      break;
    case "step":
      if (typeof value === "string" || isCount(value, 0)) return Object.is(value, -0) ? 0 : value;
  }
  const meant = shape.kind === "word" && typeof value === "string" ? closestName(value, shape.words) : undefined;
  return refuse(check, path, isOfType(value, shape) ? "value" : "type", shapeInWords(shape), shown(value), meant);
}

function readList(
  value: readonly unknown[],
  { of, least = 0 }: Extract<Shape, { kind: "list" }>,
  path: Path,
  check: Check,
): readonly unknown[] {
  if (value.length < least) refuse(check, path, "value", `at least ${least}`, `${value.length}`);
  if (path.length === 1 && path[0] === "rules" && value.length > mostRules) {
    refuse(check, path, "too_many_rules", `at most ${mostRules} rules`, `${value.length}`);
    return [];
  }
  const items: unknown[] = [];
  for (let index = 0; index < value.length && !isFull(check); index++) {
    items.push(readShape(value[index], of, [...path, index], check));
  }
  return items;
}

const nowhere: TextRange = sourceText("").range(0, 0);

/** A place that is not given is the start. */
function readRange(value: unknown, path: Path, check: Check): TextRange {
  if (value === undefined) return nowhere;
  const start = isObject(value) ? own(value, "start") : undefined;
  const end = isObject(value) ? own(value, "end") : undefined;
  const places = [start, end].flatMap((place) => (isPosition(place) ? [place] : []));
  const [from, to] = places;
  if (from !== undefined && to !== undefined && isObject(value) && Object.keys(value).length === 2) {
    return { start: copied(from), end: copied(to) };
  }
  refuse(check, path, "type", "start and end, each with offset, line and column", shown(value));
  return nowhere;
}

function copied({ offset, line, column }: TextRange["start"]): TextRange["start"] {
  return { offset, line, column };
}

function isPosition(value: unknown): value is TextRange["start"] {
  if (!isObject(value) || Object.keys(value).length !== 3) return false;
  return isCount(own(value, "offset"), 0) && isCount(own(value, "line"), 1) && isCount(own(value, "column"), 1);
}

/** The node that a comment goes with; undefined when it is not given as one. */
function attachmentOf(value: unknown): unknown {
  if (!isObject(value) || Object.keys(value).length !== 2) return undefined;
  const [place, path] = [own(value, "place"), own(value, "path")];
  return typeof path === "string" && places.some((one) => one === place) ? { place, path } : undefined;
}

function checkLiteral(value: unknown, kind: LiteralKind | undefined, path: Path, check: Check): void {
  if (kind === undefined || value === undefined || typeof value === kind) return;
  const expected = kind === "boolean" ? "true or false" : "a text";
  refuse(check, [...path, "value"], "type", expected, shown(value));
}

/**
 * Whether a node is one level deeper than the one around it, as a text writes it: brackets, a negation, and the parentheses
 * that an `or` takes in an `and`, and both take in a `not`. At the top of a check an `or` needs none.
 */
function isNested(type: ProgramNodeType, around: ProgramNodeType | undefined, path: Path): boolean {
  if (type === "not" || type === "list" || type === "object") return true;
  if (type === "and") return around === "not" || around === "and";
  return type === "or" && !(around === "and" && path.at(-3) === "check");
}

function shapeInWords(shape: Shape): string {
  switch (shape.kind) {
    case "node":
      return `an object of the type ${list(shape.types)}`;
    case "trivia":
      return `an object of the type ${shape.type}`;
    case "list":
      return "a list";
    case "word":
      return `one of ${list(shape.words)}`;
    case "text":
      return textPatterns[shape.text].says;
    case "attachment":
      return `a place (${list(places)}) and a path`;
    case "integer":
      return "a whole number";
    case "scalar":
      return "a text, a finite number, true, false or null";
    case "step":
      return "a key, or an index from 0 on";
  }
}

function isOfType(value: unknown, { kind }: Shape): boolean {
  return typeof value === (kind === "integer" ? "number" : "string");
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function isCount(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isFull({ issues }: Check): boolean {
  return issues.length >= mostIssues;
}

function refuse(check: Check, path: Path, code: string, expected: string, found: string, meant?: string): undefined {
  if (isFull(check)) return;
  const pointer = jsonPointer(path);
  const where = pointer === "" ? "" : `${pointer}: `;
  const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
  const message = `${where}expected ${expected} (got ${found})${hint}`;
  check.issues.push({ code, message, path: pointer, expected });
}

function shown(value: unknown): string {
  if (typeof value === "string") return quote(value, 40);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return value === undefined ? "nothing" : String(value);
}

function list(words: readonly string[]): string {
  return words.join(", ");
}
