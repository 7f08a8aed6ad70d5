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

/** Statements that may not run. */
export function perhapsNode(body: readonly Statement[], { start, end }: Span): Statement {
  return { kind: "if", branches: [{ test: unknownNode({ start, end }), body }], otherwise: [], start, end };
}

/** A loop over items. */
export function eachNode(
  target: Expression,
  of: Expression,
  body: readonly Statement[],
  { start, end }: Span,
): Statement & { kind: "loop" } {
  return { kind: "loop", each: { target, of }, condition: null, body, otherwise: [], start, end };
}

/** An unknown value, such as the error of a library function; it may be computed from others. */
export function unknownNode({ start, end }: Span, parts: readonly Expression[] = []): Expression {
  return { kind: "parts", parts, start, end };
}

/** The value of the last of several expressions. */
export function sequenceNode(parts: readonly Expression[], { start, end }: Span): Expression {
  return { kind: "sequence", parts, start, end };
}

/** An item of a container, or a member of an object by a computed name. */
export function itemNode(object: Expression, index: Expression, { start, end }: Span): Expression {
  return { kind: "item", object, index, start, end };
}

/** An expression that may do anything. */
export function unreadNode(reason: string, parts: readonly Expression[], { start, end }: Span): Expression {
  return { kind: "unread", reason, parts, start, end };
}

export function listNode(items: readonly Expression[], { start, end }: Span): Expression {
  return { kind: "list", items, start, end };
}

/** An anonymous struct. */
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

export function assignment(target: Expression, value: Expression, declares: boolean, { start, end }: Span): Statement {
  return { kind: "assignment", targets: [target], value, declares: declares ? true : undefined, start, end };
}

export function expressionStatement(value: Expression, { start, end }: Span): Statement {
  return { kind: "expression", value, start, end };
}

/** The statements, in a block of their own if others that declare variables for them come before. */
export function withBefore(
  before: readonly Statement[],
  statements: readonly Statement[],
  { start, end }: Span,
): readonly Statement[] {
  return before.length === 0 ? statements : [{ kind: "block", body: [...before, ...statements], start, end }];
}

/** The most statements that a case repeats because it falls through. */
const mostRepeated = 100;

/** The statements of a case of a switch, and those of the cases after it as far as it falls through to them. */
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

/** The statement of an expression: an assignment, a change of a variable, or a value that nothing uses. */
export function statementOf(value: Expression, { start, end }: Span): Statement {
  if (value.kind === "assign") return { kind: "assignment", targets: [value.target], value: value.value, start, end };
  if (value.kind === "update") return { ...value, start, end };
  if (value.kind === "unary" && value.operator === "delete")
    return { kind: "delete", targets: [value.operand], start, end };
  return { kind: "expression", value, start, end };
}
