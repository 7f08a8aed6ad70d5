/** Creates the nodes of the intermediate representation for the syntax of PowerShell. */
import type { CommandWord, Expression, Span, Statement } from "../engine/ir.ts";
import { callNode, collectNode, itemNode, nameNode, textNode } from "../engine/nodes.ts";

/** Creates a command by its name. */
export function commandOf(name: string, values: readonly Expression[], { start, end }: Span): Expression {
  const words = values.map((value): CommandWord => ({ name: null, value }));
  return { kind: "command", name: textNode(name, { start, end }), words, start, end };
}

/** The statements of a block; an attribute such as `[CmdletBinding()]` outputs nothing. */
export function bodyOf(statements: readonly Statement[]): readonly Statement[] {
  const isAttribute = (each: Statement): boolean =>
    (each.kind === "output" || each.kind === "expression") && each.value.kind === "name" && each.value.name[0] === "[";
  return statements.filter((each) => !isAttribute(each));
}

/** The value of statements: the value of a single statement, or the output of several. */
export function asExpression(statements: readonly Statement[], { start, end }: Span): Expression {
  const [only, other] = statements;
  if (other === undefined && (only?.kind === "output" || only?.kind === "expression")) return only.value;
  if (other === undefined && (only?.kind === "assignment" || only?.kind === "update")) {
    const [target] = only.kind === "update" ? [only.target] : only.targets;
    const value = only.kind === "update" ? operation("??", only.target, only.value, only) : only.value;
    if (target !== undefined) return { kind: "assign", target, value, start: only.start, end: only.end };
  }
  return collectNode(bodyOf(statements), true, { start, end });
}

/** Returns the target of an assignment: a value without its type. The last of several targets gets all remaining items. */
export function asTarget(value: Expression): Expression {
  if (value.kind === "call" && value.callee.kind === "name" && /^\(\w/.test(value.callee.name))
    return value.arguments[0] === undefined ? value : asTarget(value.arguments[0].value);
  if (value.kind === "reference") return asTarget(value.of);
  if (value.kind !== "list") return value;
  const items = value.items.map(asTarget);
  const last = items.pop();
  const rest: readonly Expression[] =
    last === undefined ? [] : [{ kind: "spread", value: last, start: last.start, end: last.end }];
  return { ...value, items: [...items, ...rest] };
}

/** A type's name in lower case without `System.`. */
export function typeName(name: string): string {
  return name.toLowerCase().replace(/^system\./, "");
}

/** Types to which a cast converts a value; other casts keep it. */
const converting = /^(?:char|char\[\]|string|byte\[\]|u?int(?:16|32|64)?|byte|scriptblock|wmiclass|wmi|adsi)$/;

/** Computes `[type]value`. */
export function castOf(name: string, operand: Expression, { start, end }: Span): Expression {
  const type = typeName(name);
  if (type === "ref") return { kind: "reference", of: operand, start, end };
  return converting.test(type) ? callNode(`(${type})`, [operand], { start, end }) : operand;
}

/** Computes `object[index]`, where the index may name several items. */
export function indexOf(object: Expression, index: Expression, span: Span): Expression {
  const isRange = index.kind === "call" && index.callee.kind === "name" && index.callee.name === "..";
  return index.kind === "list" || isRange ? callNode("[]", [object, index], span) : itemNode(object, index, span);
}

/** Computes `object.name` and `object.name(…)`. */
export function memberOf(
  object: Expression,
  name: Expression,
  args: readonly Expression[] | undefined,
  { start, end }: Span,
): Expression {
  const callee: Expression =
    name.kind === "text"
      ? { kind: "attribute", object, name: name.text.toLowerCase(), start, end }
      : itemNode(object, name, { start, end });
  if (args === undefined) return callee;
  return { kind: "call", callee, arguments: args.map((value) => ({ name: null, value })), start, end };
}

/** A variable by its name with its scope. */
export function variableOf(written: string, { start, end }: Span): Expression {
  const name = normalizeName(written);
  if (name.startsWith("env:"))
    return itemNode(nameNode("env:", { start, end }), textNode(name.slice(4).toUpperCase(), { start, end }), {
      start,
      end,
    });
  if (name === "true" || name === "false") return { kind: "constant", constant: name === "true", start, end };
  if (name === "null") return { kind: "constant", constant: null, start, end };
  const outermost = /^(?:global|script):/i.test(written) || undefined;
  return { kind: "name", name: name === "psitem" ? "_" : name, outermost, start, end };
}

/** A variable's name in lower case, without its scope. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/^(?:global|local|script|private|using|variable):/, "");
}

/** An operator before or after a value. */
export function unaryOperation(operator: string, operand: Expression, { start, end }: Span): Expression {
  switch (operator) {
    case "!":
    case "-not":
      return { kind: "unary", operator: "not", operand, start, end };
    case "-":
      return { kind: "unary", operator, operand, start, end };
    case ",":
      return { kind: "list", items: [operand], start, end };
    case "++":
    case "--":
    case "post++":
    case "post--": {
      const result = operator.startsWith("post") ? "before" : "after";
      const value: Expression = { kind: "number", number: 1, start, end };
      return { kind: "update", target: operand, operator: operator.slice(-1), value, result, start, end };
    }
    case "+":
      return operand;
    default:
      return callNode(operator.replace(/^-[ci](?=split$)/, "-"), [operand], { start, end });
  }
}

/** The operators of the engine with another name. */
const operators: ReadonlyMap<string, string> = new Map(
  Object.entries({ "-band": "&", "-bor": "|", "-bxor": "^", "-shl": "<<", "-": "-", "*": "*", "/": "/", "%": "%" }),
);

/** An operator of two values. */
export function operation(operator: string, left: Expression, right: Expression, { start, end }: Span): Expression {
  if (operator === "-as") return left;
  if (/^-(?:and|or)$|^\?\?$/.test(operator))
    return { kind: "either", condition: null, choices: [left, right], start, end };
  const known = operators.get(operator);
  if (known !== undefined) return { kind: "binary", operator: known, left, right, start, end };
  const name = operator.replace(/^-[ci](?=replace$|split$)/, "-");
  if (/^(?:\+|\.\.|\(param\)|-(?:f|join|split|replace))$/.test(name))
    return callNode(name, [left, right], { start, end });
  const [, comparison = operator] = /^-[ci]?(eq|ne|in|notin|like|contains)$/.exec(operator) ?? [];
  // `$list -contains $item`
  if (comparison === "contains") return { kind: "binary", operator: "in", left: right, right: left, start, end };
  return { kind: "binary", operator: comparisons.get(comparison) ?? operator, left, right, start, end };
}

/** The comparisons that the engine knows. */
const comparisons: ReadonlyMap<string, string> = new Map(
  Object.entries({ eq: "==", ne: "!=", in: "in", notin: "not in", like: "-like" }),
);
