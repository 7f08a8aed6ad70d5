import { pointerParts } from "@helve/core/internal";
import type { Header, Program, ProgramComment, ProgramNode } from "@helve/core/program";
import { unknownPolicyLines } from "../syntax/build-unknown.ts";
import { asCommentTexts, endsLine } from "./comment-text.ts";

/**
 * Assigns each comment of a program to the syntax node beside which the formatter writes it. Comments can be written beside rules,
 * conditions and list items, for example; a comment within a smaller part goes before or after the nearest such node. When the formatted
 * text is parsed, its comments belong to the same nodes again.
 */
export function commentsByNode(program: Program): Map<ProgramNode, NodeComments> {
  const comments = new Map<ProgramNode, NodeComments>();
  const parentFields = new Map<ProgramNode, ParentField>();
  for (const comment of program.comments ?? []) {
    const { node, position, parentField } = resolveAttachment(program, comment);
    for (const text of asCommentTexts(comment.text))
      commentsOfNode(node, comments)[position].push({ ...comment, text });
    if (position === "after" && parentField !== undefined) parentFields.set(node, parentField);
  }
  for (const [node, parentField] of parentFields) moveToNextNode(node, parentField, comments);
  return comments;
}

/** The comments of a syntax node, by their position. */
export interface NodeComments {
  /** The comments before the node. */
  before: ProgramComment[];
  /** The comments after the node, on its last line; only the last of them may end the line. */
  after: ProgramComment[];
  /** The comments inside the node, after its last part. */
  inside: ProgramComment[];
}

/** The field of the parent that holds a node. */
interface ParentField {
  readonly parent: ProgramNode;
  readonly field: string;
  /** The index in the list; 0 for a field that holds one node. */
  readonly index: number;
}

/** A node on the path from the program to a comment's node. */
interface PathStep {
  readonly node: ProgramNode;
  readonly parentField: ParentField | undefined;
}

type CommentPosition = keyof NodeComments;

/** The fields whose nodes comments can be written beside, by node type, in the order of the text. */
const fieldsWithComments = new Map<string, readonly string[]>([
  ["program", ["header", "bindings", "rules", "tests"]],
  ["test", ["prompt", "state", "now", "steps", "when", "expect"]],
  ["rule", ["trigger", "bindings", "check", "enforce"]],
  ["trigger", ["patterns"]],
  ["and", ["operands"]],
  ["or", ["operands"]],
  ["predicate", ["arguments"]],
  ["list", ["items"]],
  ["object", ["entries"]],
]);

/** The types of nodes that begin with their first child and end with their last child. */
const typesSharingEdges: ReadonlySet<string> = new Set(["trigger", "and", "or"]);
/** The types of nodes that can hold a comment after their last child. */
const typesWithInside: ReadonlySet<string> = new Set([
  ...["program", "rule", "test", "predicate", "list", "object", "user_inspection"],
]);

/** Finds the node beside which a comment can be written: the node that it is attached to, or the nearest ancestor that allows it. */
function resolveAttachment(
  program: Program,
  { attachment }: ProgramComment,
): PathStep & { readonly position: CommentPosition } {
  const steps = pathSteps(program, attachment.path);
  let position: CommentPosition = attachment.place === "below" ? "inside" : attachment.place;
  for (let depth = steps.length - 1; depth > 0; depth--) {
    const step = steps[depth];
    const parent = steps[depth - 1]?.node;
    if (step?.parentField === undefined || parent === undefined) break;
    if (position === "inside" && !canHoldInside(step.node)) position = "after";
    const { field, index } = step.parentField;
    const siblings = nodesInField(parent, field);
    const takesComments = fieldsWithComments.get(parent.type)?.includes(field) === true;
    const isEdge = position === "before" ? index === 0 : position === "after" && index === siblings.length - 1;
    if (takesComments && !(typesSharingEdges.has(parent.type) && isEdge)) return { ...step, position };
    if (position === "inside") return { ...step, position };
    if (takesComments) continue;
    if (parent.type === "user_inspection") position = "inside";
    else if (parent.type === "header")
      position = isLastSource(step.node, parent) && position === "after" ? "after" : "inside";
    else if (position === "before" && !beginsParent(field)) position = "after";
  }
  const first = position === "before" ? (program.header ?? program.rules[0] ?? program.tests?.[0]) : undefined;
  return { node: first ?? program, parentField: undefined, position: first === undefined ? "inside" : "before" };
}

/** Whether a comment can be written inside a node, after its children; in a header, between its lines. */
function canHoldInside(node: ProgramNode): boolean {
  if (node.type !== "header") return typesWithInside.has(node.type);
  return (
    [node.default, node.onError, node.trust, node.untrusted].filter((value) => value !== undefined).length +
      unknownPolicyLines(node).length >
    1
  );
}

/** Whether the text of a header ends with a source. */
function isLastSource(node: ProgramNode, { trust = [], untrusted = [] }: Header): boolean {
  return node === [...trust, ...untrusted].at(-1);
}

/** Whether the text of a parent begins with this field, so that a comment before the field is also before the parent. */
function beginsParent(field: string): boolean {
  return field === "operand" || field === "left";
}

/** Returns the nodes along a JSON pointer. */
function pathSteps(program: Program, pointer: string): readonly PathStep[] {
  const steps: PathStep[] = [{ node: program, parentField: undefined }];
  let value: unknown = program;
  let parent: ProgramNode = program;
  let field = "";
  for (const name of pointerParts(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) break;
    const isIndex = Array.isArray(value);
    if (!isIndex) field = name;
    value = Reflect.get(value, name);
    if (!isNode(value)) continue;
    steps.push({ node: value, parentField: { parent, field, index: isIndex ? Number(name) : 0 } });
    parent = value;
  }
  return steps;
}

function isNode(value: unknown): value is ProgramNode {
  return typeof value === "object" && value !== null && "type" in value;
}

/** If a comment after a node ends its line, moves the comments that follow it to the next node, or into the parent. */
function moveToNextNode(node: ProgramNode, parentField: ParentField, comments: Map<ProgramNode, NodeComments>): void {
  const { after } = commentsOfNode(node, comments);
  const lineEnd = after.findIndex(({ text }) => endsLine(text));
  if (lineEnd < 0 || lineEnd === after.length - 1) return;
  const rest = after.splice(lineEnd + 1);
  const next = nextNode(parentField);
  const target = commentsOfNode(next ?? parentField.parent, comments);
  if (next === undefined) target.inside = [...rest, ...target.inside];
  else target.before = [...rest, ...target.before];
}

/** The next node of the same parent that comments can be written beside. */
function nextNode({ parent, field, index }: ParentField): ProgramNode | undefined {
  const next = nodesInField(parent, field)[index + 1];
  if (next !== undefined) return next;
  const fields = fieldsWithComments.get(parent.type) ?? [];
  for (const laterField of fields.slice(fields.indexOf(field) + 1)) {
    const [first] = nodesInField(parent, laterField);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The nodes in a field, which may hold a list, one node or nothing. */
function nodesInField(node: ProgramNode, field: string): readonly ProgramNode[] {
  const value: unknown = Reflect.get(node, field);
  if (Array.isArray(value)) return value;
  return isNode(value) ? [value] : [];
}

/** Returns the comments of a node, after creating an empty entry if needed. */
function commentsOfNode(node: ProgramNode, comments: Map<ProgramNode, NodeComments>): NodeComments {
  const existing = comments.get(node);
  if (existing !== undefined) return existing;
  const created: NodeComments = { before: [], after: [], inside: [] };
  comments.set(node, created);
  return created;
}
