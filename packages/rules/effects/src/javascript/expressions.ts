// The values of expressions.

import type { SyntaxNode } from "@lezer/common";
import { longestText } from "../bounded-text.ts";
import { unknownText } from "../unknown-text.ts";
import { bind, lookUp } from "./bindings.ts";
import { callValue, defineClass, defineFunction } from "./functions.ts";
import { evaluate } from "./interpret.ts";
import { type Interpreter, possibly } from "./interpreter.ts";
import { loadModule } from "./load-module.ts";
import { memberOf } from "./members.ts";
import { hasToken, operandsOf, partsOf, textOfNode, unescapeText } from "./syntax.ts";
import {
  exactText,
  joined,
  joinedOrigins,
  known,
  libraryValue,
  listValue,
  maxListItems,
  textsOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

type Evaluate = (node: SyntaxNode, interpreter: Interpreter) => Value;

/** Evaluates the last part: `(a, b)`, `await a`. */
const last: Evaluate = (node, interpreter) =>
  partsOf(node)
    .map((each) => evaluate(each, interpreter))
    .at(-1) ?? unknownValue;

const first: Evaluate = (node, interpreter) => evaluate(partsOf(node)[0], interpreter);

/** How the kinds of expressions are evaluated. */
export const expressions: ReadonlyMap<string, Evaluate> = new Map<string, Evaluate>([
  ["String", (node, { code }) => textValue(unescapeText(textOfNode(node, code).slice(1, -1)))],
  ["Number", (node, { code }) => known({ kind: "number", number: Number(textOfNode(node, code).replaceAll("_", "")) })],
  ["null", (node, { code }) => textValue(textOfNode(node, code))],
  ["BooleanLiteral", (node, { code }) => textValue(textOfNode(node, code))],
  ["TemplateString", template],
  ["VariableName", (node, interpreter) => lookUp(textOfNode(node, interpreter.code), interpreter)],
  ["this", (_, interpreter) => lookUp("this", interpreter)],
  ["super", (_, interpreter) => lookUp("this", interpreter)],
  ["ParenthesizedExpression", last],
  ["AwaitExpression", last],
  ["YieldExpression", last],
  ["SequenceExpression", last],
  ["InstantiationExpression", first],
  ["PostfixExpression", first],
  ["MemberExpression", member],
  ["ImportMeta", () => libraryValue("import.meta")],
  ["DynamicImport", dynamicImport],
  ["CallExpression", call],
  ["NewExpression", call],
  ["TaggedTemplateExpression", call],
  ["ArrayExpression", list],
  ["ObjectExpression", object],
  ["ArrowFunction", defineFunction],
  ["FunctionExpression", defineFunction],
  ["ClassExpression", defineClass],
  ["BinaryExpression", binary],
  ["UnaryExpression", unary],
  ["ConditionalExpression", conditional],
  ["AssignmentExpression", assignment],
]);

function template(node: SyntaxNode, interpreter: Interpreter): Value {
  const { code } = interpreter;
  let text = "";
  let at = node.from + 1;
  const values: Value[] = [];
  for (const each of node.getChildren("Interpolation")) {
    const value = last(each, interpreter);
    const [only = unknownText, other] = textsOf(value);
    values.push(value);
    text += unescapeText(code.slice(at, each.from)) + (other === undefined ? only : unknownText);
    if (text.length > longestText) return unknownFrom(joinedOrigins(values));
    at = each.to;
  }
  return textValue(text + unescapeText(code.slice(at, node.to - 1)), joinedOrigins(values));
}

function member(node: SyntaxNode, interpreter: Interpreter): Value {
  const [objectNode, property] = partsOf(node);
  const value = evaluate(objectNode, interpreter);
  const isNamed = property?.name === "PropertyName" || property?.name === "PrivatePropertyName";
  const names = isNamed ? [textOfNode(property, interpreter.code)] : textsOf(evaluate(property, interpreter));
  return joined(names.map((name) => memberOf(value, name, interpreter)));
}

function dynamicImport(node: SyntaxNode, interpreter: Interpreter): Value {
  return loadModule({ name: "import", args: [evaluate(partsOf(node)[0], interpreter)], span: node, interpreter });
}

/** Methods with which an object takes up data: a form, a hash, a list. */
const takesData = /^(append|set|add|update|field|attach|write)$/;

function call(node: SyntaxNode, interpreter: Interpreter): Value {
  const [calleeNode, templateNode] = partsOf(node);
  const callee = evaluate(calleeNode, interpreter);
  const args =
    node.name === "TaggedTemplateExpression"
      ? [evaluate(templateNode, interpreter)]
      : argumentsOf(node.getChild("ArgList"), interpreter);
  const isMember = calleeNode?.name === "MemberExpression";
  const [objectNode, property] = isMember ? partsOf(calleeNode) : [];
  const self = objectNode?.name === "this" || objectNode?.name === "super" ? lookUp("this", interpreter) : undefined;
  const receiver =
    self ??
    (isMember && callee.alternatives.some(({ kind }) => kind === "function")
      ? evaluate(objectNode, interpreter)
      : undefined);
  const result = callValue(callee, { args, self: receiver, span: node, interpreter });
  const from = joinedOrigins(args);
  if (
    objectNode?.name === "VariableName" &&
    from.length > 0 &&
    takesData.test(textOfNode(property, interpreter.code))
  ) {
    const before = evaluate(objectNode, interpreter);
    bind(objectNode, { ...before, from: joinedOrigins([before, unknownFrom(from)]) }, interpreter);
  }
  return result;
}

function argumentsOf(node: SyntaxNode | null, interpreter: Interpreter): readonly Value[] {
  const values: Value[] = [];
  for (const each of partsOf(node)) {
    const value = evaluate(each, interpreter);
    const isSpread = each.prevSibling?.name === "Spread";
    if (values.length > maxListItems) values[maxListItems] = unknownFrom(joinedOrigins([value]));
    else values.push(...(isSpread ? itemsOf(value) : [value]));
  }
  return values;
}

function itemsOf(value: Value): readonly Value[] {
  const [only, other] = value.alternatives;
  return only?.kind === "list" && other === undefined ? only.items : [unknownFrom(value.from)];
}

function list(node: SyntaxNode, interpreter: Interpreter): Value {
  return listValue(argumentsOf(node, interpreter));
}

function object(node: SyntaxNode, interpreter: Interpreter): Value {
  const fields = new Map<string, Value>();
  const spread: Value[] = [];
  const { code } = interpreter;
  for (const property of node.getChildren("Property")) {
    const [key, value] = partsOf(property);
    if (key === undefined) continue;
    if (hasToken(property, "Spread")) {
      const value = evaluate(key, interpreter);
      if (value.alternatives.some(({ kind }) => kind === "library")) spread.push(value);
      for (const each of value.alternatives)
        if (each.kind === "object") for (const [name, field] of each.fields) fields.set(name, field);
      continue;
    }
    const isComputed = hasToken(property, "[");
    const name = isComputed
      ? (exactText(evaluate(key, interpreter)) ?? unknownText)
      : unescapeText(textOfNode(key, code).replace(/^(['"])(.*)\1$/s, "$2"));
    if (value?.name === "ParamList") fields.set(name, defineFunction(property, interpreter));
    else fields.set(name, value === undefined ? lookUp(name, interpreter) : evaluate(value, interpreter));
  }
  return known({ kind: "object", fields }, joinedOrigins(spread));
}

function binary(node: SyntaxNode, interpreter: Interpreter): Value {
  const [left, right] = operandsOf(node);
  const operator = interpreter.code.slice(left?.to ?? 0, right?.from ?? node.to).trim();
  if (right === undefined || /^(as|satisfies)\b/.test(operator)) return evaluate(left, interpreter);
  const a = evaluate(left, interpreter);
  const isLogical = /^(\|\||&&|\?\?)$/.test(operator);
  const b = isLogical ? possibly(interpreter, () => evaluate(right, interpreter)) : evaluate(right, interpreter);
  if (operator === "&&") return b;
  if (isLogical) return joined([a, b]);
  const from = joinedOrigins([a, b]);
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined && y !== undefined) return calculated(operator, x, y) ?? unknownFrom(from);
  if (operator !== "+") return unknownFrom(from);
  const texts = textsOf(a)
    .slice(0, 4)
    .flatMap((before) =>
      textsOf(b)
        .slice(0, 4)
        .map((after) => (before + after).slice(0, 65_536)),
    );
  return { alternatives: texts.map((text) => ({ kind: "text", text })), from };
}

function numberOf({ alternatives: [only, other] }: Value): number | undefined {
  return only?.kind === "number" && other === undefined ? only.number : undefined;
}

function calculated(operator: string, a: number, b: number): Value | undefined {
  const number = { "+": a + b, "-": a - b, "*": a * b, "/": a / b, "%": a % b, "^": a ^ b, "|": a | b, "<<": a << b }[
    operator
  ];
  return number === undefined ? undefined : known({ kind: "number", number });
}

function unary(node: SyntaxNode, interpreter: Interpreter): Value {
  const operand = operandsOf(node).at(-1);
  const value = evaluate(operand, interpreter);
  const number = numberOf(value);
  return number !== undefined && hasToken(node, "ArithOp") && textOfNode(node, interpreter.code).startsWith("-")
    ? known({ kind: "number", number: -number })
    : unknownFrom(joinedOrigins([value]));
}

function conditional(node: SyntaxNode, interpreter: Interpreter): Value {
  const [test, yes, no] = operandsOf(node);
  evaluate(test, interpreter);
  return possibly(interpreter, () => joined([evaluate(yes, interpreter), evaluate(no, interpreter)]));
}

function assignment(node: SyntaxNode, interpreter: Interpreter): Value {
  const [left, right] = operandsOf(node);
  const update = textOfNode(node.getChild("UpdateOp"), interpreter.code);
  const value = evaluate(right, interpreter);
  if (update === "") {
    bind(left, value, interpreter);
    return value;
  }
  const before = evaluate(left, interpreter);
  const [a, b] = [exactText(before), exactText(value)];
  const from = joinedOrigins([before, value]);
  const isSum = update === "+=" && a !== undefined && b !== undefined && !interpreter.isEndless;
  const after = isSum
    ? textValue((a + b).slice(0, 65_536), from)
    : /^(\|\||&&|\?\?)=$/.test(update)
      ? joined([before, value])
      : unknownFrom(from);
  bind(left, after, interpreter);
  return after;
}
