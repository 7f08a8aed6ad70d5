import type { Program, ProgramComment, ProgramNode } from "@helve/core/program";
import { closesLine, commentTexts } from "./comment-text.ts";

/** The comments that go with a node. */
export interface Notes {
  /** Before it. */
  before: ProgramComment[];
  /** Behind it, on its last line; only the last of them may be one after which a line ends. */
  after: ProgramComment[];
  /** In it, under its last part. */
  below: ProgramComment[];
}

/**
 * The comments of a program, each with the nearest node that a comment can be written beside. Comments within a smaller part
 * go behind or before that node, so that what is written is read as it was placed.
 */
export function placeComments(program: Program): Map<ProgramNode, Notes> {
  const placed = new Map<ProgramNode, Notes>();
  const places = new Map<ProgramNode, Place>();
  for (const comment of program.comments ?? []) {
    const { node, slot, place } = resolved(program, comment);
    for (const text of commentTexts(comment.text)) notesOf(node, placed)[slot].push({ ...comment, text });
    if (slot === "after" && place !== undefined) places.set(node, place);
  }
  for (const [node, place] of places) moveOn(node, place, placed);
  return placed;
}

/** Where a node is in the one around it. */
interface Place {
  readonly around: ProgramNode;
  readonly field: string;
  readonly index: number;
}

interface Step {
  readonly node: ProgramNode;
  readonly place: Place | undefined;
}

type Slot = keyof Notes;

/** The fields whose nodes have lines of their own, or may have; in the order of the text. */
const fields = new Map<string, readonly string[]>([
  ["program", ["header", "rules"]],
  ["rule", ["trigger", "bindings", "check", "enforce"]],
  ["trigger", ["patterns"]],
  ["and", ["operands"]],
  ["or", ["operands"]],
  ["predicate", ["arguments"]],
  ["list", ["items"]],
  ["object", ["entries"]],
]);

/** The nodes whose first and last part begin and end where they do. */
const open: ReadonlySet<string> = new Set(["trigger", "and", "or"]);
const hollow: ReadonlySet<string> = new Set(["program", "rule", "predicate", "list", "object", "user_inspection"]);

/** The nearest node around a comment's own that has a place for it, or that node itself. */
function resolved(program: Program, { attachment }: ProgramComment): Step & { readonly slot: Slot } {
  const steps = stepsTo(program, attachment.path);
  let slot: Slot = attachment.place === "inside" ? "below" : attachment.place;
  for (let at = steps.length - 1; at > 0; at--) {
    const step = steps[at];
    const around = steps[at - 1]?.node;
    if (step?.place === undefined || around === undefined) break;
    if (slot === "below" && !isHollow(step.node)) slot = "after";
    const { field, index } = step.place;
    const list = listIn(around, field);
    const hasPlace = fields.get(around.type)?.includes(field) === true;
    const isEdge = slot === "before" ? index === 0 : slot === "after" && index === list.length - 1;
    if (hasPlace && !(open.has(around.type) && isEdge)) return { ...step, slot };
    if (slot === "below") return { ...step, slot };
    if (hasPlace) continue;
    if (around.type === "user_inspection") slot = "below";
    else if (slot === "before" && !isFirst(field)) slot = "after";
  }
  const first = slot === "before" ? (program.header ?? program.rules[0]) : undefined;
  return { node: first ?? program, place: undefined, slot: first === undefined ? "below" : "before" };
}

/** Whether there is a place in a node below its parts; a header has one between its lines. */
function isHollow(node: ProgramNode): boolean {
  if (node.type !== "header") return hollow.has(node.type);
  return [node.default, node.onUnknown, node.onError].filter((said) => said !== undefined).length > 1;
}

/** Whether nothing that could come before a comment stands before what is in a field. */
function isFirst(field: string): boolean {
  return field === "operand" || field === "left";
}

/** The nodes from the program to one, as far as there are any. */
function stepsTo(program: Program, pointer: string): readonly Step[] {
  const steps: Step[] = [{ node: program, place: undefined }];
  const names = pointer.split("/").slice(1);
  let held: unknown = program;
  let around: ProgramNode = program;
  let field = "";
  for (const name of names) {
    if (typeof held !== "object" || held === null || !Object.hasOwn(held, name)) break;
    const isIndex = Array.isArray(held);
    if (!isIndex) field = name;
    held = Reflect.get(held, name);
    if (!isNode(held)) continue;
    steps.push({ node: held, place: { around, field, index: isIndex ? Number(name) : 0 } });
    around = held;
  }
  return steps;
}

function isNode(held: unknown): held is ProgramNode {
  return typeof held === "object" && held !== null && "type" in held;
}

/** Moves comments behind a node on, that can't stand on the line on which an earlier one has ended. */
function moveOn(node: ProgramNode, place: Place, placed: Map<ProgramNode, Notes>): void {
  const { after } = notesOf(node, placed);
  const closing = after.findIndex(({ text }) => closesLine(text));
  if (closing < 0 || closing === after.length - 1) return;
  const rest = after.splice(closing + 1);
  const next = following(place);
  const to = notesOf(next ?? place.around, placed);
  if (next === undefined) to.below = [...rest, ...to.below];
  else to.before = [...rest, ...to.before];
}

/** The next node that has lines of its own; undefined for the last one in the node around it. */
function following({ around, field, index }: Place): ProgramNode | undefined {
  const next = listIn(around, field)[index + 1];
  if (next !== undefined) return next;
  const names = fields.get(around.type) ?? [];
  for (const name of names.slice(names.indexOf(field) + 1)) {
    const [first] = listIn(around, name);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The nodes in a field, which may hold one of them, or none. */
function listIn(node: ProgramNode, field: string): readonly ProgramNode[] {
  const held: unknown = Reflect.get(node, field);
  if (Array.isArray(held)) return held;
  return isNode(held) ? [held] : [];
}

function notesOf(node: ProgramNode, placed: Map<ProgramNode, Notes>): Notes {
  const known = placed.get(node);
  if (known !== undefined) return known;
  const notes: Notes = { before: [], after: [], below: [] };
  placed.set(node, notes);
  return notes;
}
