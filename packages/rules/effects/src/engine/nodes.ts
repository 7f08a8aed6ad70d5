/** Creates nodes of the intermediate representation, such as calls and loops. */
import type { Call, DictEntry, Expression, Span, Statement } from "./ir.ts";

export function nameNode(name: string, { start, end }: Span): Expression & { kind: "name" } {
  return { kind: "name", name, start, end };
}

/** Creates a text that is not written literally in the program. */
export function textNode(text: string, { start, end }: Span): Expression & { kind: "text" } {
  return { kind: "text", text, at: null, start, end };
}

/** Creates a node for the output of statements, as a list; with `unwraps`, a single item is the item itself. */
export function collectNode(body: readonly Statement[], unwraps: boolean, { start, end }: Span): Expression {
  return { kind: "collect", body, unwraps, start, end };
}

/** Creates a node for statements that may not run. */
export function perhapsNode(body: readonly Statement[], { start, end }: Span): Statement {
  return { kind: "if", branches: [{ test: unknownNode({ start, end }), body }], otherwise: [], start, end };
}

/** Creates a loop over items. */
export function eachNode(
  target: Expression,
  of: Expression,
  body: readonly Statement[],
  { start, end }: Span,
): Statement & { kind: "loop" } {
  return { kind: "loop", each: { target, of }, condition: null, body, otherwise: [], start, end };
}

/** Creates a node for an unknown value that may depend on others. */
export function unknownNode({ start, end }: Span, parts: readonly Expression[] = []): Expression {
  return { kind: "parts", parts, start, end };
}

/** Creates a node for a sequence of expressions, whose value is the value of the last. */
export function sequenceNode(parts: readonly Expression[], { start, end }: Span): Expression {
  return { kind: "sequence", parts, start, end };
}

/** Creates a node for an item of a container or a computed member. */
export function itemNode(object: Expression, index: Expression, { start, end }: Span): Expression {
  return { kind: "item", object, index, start, end };
}

/** Creates a node for code that is not understood: it may do anything. */
export function unreadNode(reason: string, parts: readonly Expression[], { start, end }: Span): Expression {
  return { kind: "unread", reason, parts, start, end };
}

export function listNode(items: readonly Expression[], { start, end }: Span): Expression {
  return { kind: "list", items, start, end };
}

/** Creates a node for a record with fields. */
export function recordNode(fields: readonly (readonly [string, Expression])[], { start, end }: Span): Expression {
  const entries = fields.map(([name, value]): DictEntry => ({ key: textNode(name, { start, end }), value }));
  return { kind: "dict", entries, start, end };
}

/** A call of a name, which is a type of the program, or a name such as `go.receive`, which stands for syntax. */
export function callNode(name: string, passed: Call["arguments"] | readonly Expression[], span: Span): Call {
  const { start, end } = span;
  const list = passed.map((each) => ("kind" in each ? { name: null, value: each } : each));
  return { kind: "call", callee: nameNode(name, span), arguments: list, start, end };
}

/** Builds the node of an assignment, `target = value`. */
export function assignment(target: Expression, value: Expression, declares: boolean, { start, end }: Span): Statement {
  return { kind: "assignment", targets: [target], value, declares: declares ? true : undefined, start, end };
}

export function expressionStatement(value: Expression, { start, end }: Span): Statement {
  return { kind: "expression", value, start, end };
}

/** Puts statements after declarations, in a common block. */
export function withBefore(
  before: readonly Statement[],
  statements: readonly Statement[],
  { start, end }: Span,
): readonly Statement[] {
  return before.length === 0 ? statements : [{ kind: "block", body: [...before, ...statements], start, end }];
}

/** The most statements that a case repeats because it falls through. */
const mostRepeated = 100;

/** Returns the statements of a `case`, with the statements of the following cases if it falls through. */
export function withFollowing(
  bodies: readonly (readonly Statement[])[],
  at: number,
  { start, end }: Span,
): readonly Statement[] {
  const body = [...(bodies[at] ?? [])];
  for (const next of bodies.slice(at + 1)) {
    const last = body.at(-1)?.kind;
    if (last === "leave" || last === "return" || last === "raise") return body;
    if (body.length > mostRepeated)
      return [...body, { kind: "unread", reason: "where a switch falls through", start, end }];
    body.push(...next);
  }
  return body;
}

/** Converts an expression to a statement. */
export function statementOf(value: Expression, { start, end }: Span): Statement {
  if (value.kind === "assign") return { kind: "assignment", targets: [value.target], value: value.value, start, end };
  if (value.kind === "update") return { ...value, start, end };
  if (value.kind === "unary" && value.operator === "delete")
    return { kind: "delete", targets: [value.operand], start, end };
  return { kind: "expression", value, start, end };
}
