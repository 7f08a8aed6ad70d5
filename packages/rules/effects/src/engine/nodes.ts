// Makes nodes of the intermediate representation.

import type { Call, DictEntry, Expression, Span, Statement } from "./ir.ts";

export function nameNode(name: string, { start, end }: Span): Expression & { kind: "name" } {
  return { kind: "name", name, start, end };
}

/** A value of which nothing is known, such as the error of a library function; it may be computed from others. */
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
  const entries = fields.map(
    ([name, value]): DictEntry => ({ key: { kind: "text", text: name, at: null, start, end }, value }),
  );
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
