/** Lowers JavaScript expressions to the engine's intermediate representation. */
import { childOf, itemsOf, type Source, type TreeNode, textOf } from "../copied-tree.ts";
import type { CallArgument, DictEntry, Expression } from "../engine/ir.ts";
import { callNode, nameNode, unknownNode } from "../engine/nodes.ts";
import { numberOf, unescapeText } from "./literals.ts";
import { nothing, partsOf, textNode } from "./lower.ts";
import { lowerClass, lowerFunction } from "./lower-functions.ts";
import { lowerTarget } from "./lower-targets.ts";

/** Lowers an expression. A node of an unknown kind becomes a value that is computed from the expressions inside it. */
export function lowerExpression(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  switch (node.name) {
    case "VariableName":
    case "this":
    case "super":
    case "ImportMeta": {
      const name = textOf(node, source);
      return name === "undefined" ? nothing(span) : nameNode(name, span);
    }
    case "String":
      return lowerText(node, node.start + 1, node.end - 1, source);
    case "TemplateString":
      return lowerTemplate(node, source);
    case "Number":
      return { kind: "number", number: numberOf(textOf(node, source)), ...span };
    case "BooleanLiteral":
      return { kind: "constant", constant: node.end - node.start === 4, ...span };
    case "null":
      return nothing(span);
    case "ParenthesizedExpression":
    case "InstantiationExpression":
    case "JSXEscape":
      return lowerInner(node, source);
    case "PrefixCast":
      return lowerOnly(node.children.slice(-1), node, source);
    case "SequenceExpression":
      return { kind: "sequence", parts: lowerAll(partsOf(node), source), ...span };
    case "AwaitExpression":
      return { kind: "wait", value: lowerInner(node, source), yields: "nothing", ...span };
    case "YieldExpression": {
      const [value = null] = lowerAll(partsOf(node), source);
      return { kind: "wait", value, yields: childOf(node, "Star") === undefined ? "one" : "each", ...span };
    }
    case "MemberExpression":
      return lowerMember(node, source);
    case "CallExpression":
    case "NewExpression": {
      const [called, list] = partsOf(node);
      if (called === undefined) break;
      const name = lowerExpression(called, source);
      const isSuper = name.kind === "name" && name.name === "super";
      return {
        kind: "call",
        callee: isSuper ? { kind: "attribute", object: name, name: "constructor", ...span } : name,
        arguments: lowerArguments(list, source),
        ...span,
      };
    }
    case "TaggedTemplateExpression":
      return lowerTaggedTemplate(node, source);
    case "DynamicImport":
      return callNode("import", lowerAll(partsOf(node), source), span);
    case "ArrayExpression":
      return { kind: "list", items: lowerArguments(node, source).map(asItem), ...span };
    case "ObjectExpression":
      return { kind: "dict", entries: itemsOf(node).flatMap(([item]) => lowerProperty(item, source)), ...span };
    case "ArrowFunction":
    case "FunctionExpression":
    case "FunctionDeclaration":
      return lowerFunction(node, source);
    case "ClassExpression":
    case "ClassDeclaration":
      return lowerClass(node, source);
    case "BinaryExpression":
      return lowerBinary(node, source);
    case "UnaryExpression":
    case "PostfixExpression":
      return lowerUnary(node, source);
    case "ConditionalExpression": {
      const [condition, ...choices] = lowerAll(partsOf(node), source);
      if (condition === undefined) break;
      return { kind: "either", condition, choices, ...span };
    }
    case "AssignmentExpression":
      return lowerAssignment(node, source);
  }
  return { kind: "parts", parts: lowerAll(partsOf(node), source), ...span };
}

/** Lowers several expressions, in order. */
export function lowerAll(nodes: readonly TreeNode[], source: Source): readonly Expression[] {
  return nodes.map((node) => lowerExpression(node, source));
}

/** Lowers a node to one expression, even if a syntax error leaves none or several. */
export function lowerOnly(nodes: readonly (TreeNode | undefined)[], whole: TreeNode, source: Source): Expression {
  const parts = lowerAll(
    nodes.filter((node) => node !== undefined),
    source,
  );
  const [only, other] = parts;
  return only !== undefined && other === undefined ? only : { kind: "parts", parts, ...source.place(whole) };
}

/** Lowers the expression inside a node. */
export function lowerInner(node: TreeNode, source: Source): Expression {
  return lowerOnly(partsOf(node), node, source);
}

/** Creates a text node for the source from `start` to `end`. */
function lowerText(node: TreeNode, start: number, end: number, source: Source): Expression & { kind: "text" } {
  const written = source.text.slice(start, end);
  const text = unescapeText(written);
  const span = source.place({ start, end: start + text.length });
  const isLiteral = text === written && span.end - span.start === text.length;
  return { kind: "text", text, at: isLiteral ? span.start : null, ...source.place(node) };
}

/** Converts a template literal, `` `a${b}` ``. */
function lowerTemplate(node: TreeNode, source: Source): Expression {
  const { texts, values } = partsOfTemplate(node, source);
  const [only] = texts;
  if (only !== undefined && values.length === 0) return only;
  const parts = texts.flatMap((text, at) => [...(text.text === "" ? [] : [text]), ...values.slice(at, at + 1)]);
  return { kind: "template", parts, ...source.place(node) };
}

/** The values of a template, and the texts around them. */
function partsOfTemplate(node: TreeNode, source: Source) {
  const values = node.children.filter(({ name }) => name === "Interpolation");
  const starts = [node.start + 1, ...values.map(({ end }) => end)];
  const texts = starts.map((start, at) => lowerText(node, start, values[at]?.start ?? node.end - 1, source));
  return { texts, values: values.map((value) => lowerInner(value, source)) };
}

/** The name of an argument that tells a tag that it is called with a template: `` f`a${b}` ``. */
export const templateMark = "`";

/** Lowers `` f`a${b}` `` to `f(["a", ""], b)`. */
function lowerTaggedTemplate(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const [callee, template] = partsOf(node);
  if (callee === undefined || template === undefined) return unknownNode(span);
  const { texts, values } = partsOfTemplate(template, source);
  const passed = [{ kind: "list" as const, items: texts, ...span }, ...values].map((value) => ({ name: null, value }));
  const mark = { name: templateMark, value: nothing(span) };
  return { kind: "call", callee: lowerExpression(callee, source), arguments: [...passed, mark], ...span };
}

/** Lowers `a.b`, `a["b"]`, `a[b]`. */
function lowerMember(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const [first, ...others] = node.children;
  const object = lowerOnly([first], node, source);
  const named = others.find(({ name }) => /^(Private)?PropertyName$/.test(name));
  if (named !== undefined) return { kind: "attribute", object, name: textOf(named, source), ...span };
  const index = lowerOnly(
    others.filter(({ name }) => !/^[[\]?⚠]/.test(name)),
    node,
    source,
  );
  return index.kind === "text" && !/^\d/.test(index.text)
    ? { kind: "attribute", object, name: index.text, ...span }
    : { kind: "item", object, index, ...span };
}

/** Lowers the arguments of a call or the items of an array; the name of a spread is `*`. */
function lowerArguments(list: TreeNode | undefined, source: Source): readonly CallArgument[] {
  return itemsOf(list).map((item) => {
    const [first] = item;
    if (first === undefined) return { name: null, value: nothing({ start: 0, end: 0 }) };
    const isSpread = first.name === "Spread";
    return { name: isSpread ? "*" : null, value: lowerOnly(isSpread ? item.slice(1) : item, first, source) };
  });
}

/** Converts an argument of a call to an item of a list; a named one is spread. */
function asItem({ name, value }: CallArgument): Expression {
  return name === null ? value : { kind: "spread", value, start: value.start, end: value.end };
}

/** Lowers a property of an object: `a: b`, `a`, `[a]: b`, `a() {}`, `get a() {}`, `...a`. */
function lowerProperty(node: TreeNode | undefined, source: Source): readonly DictEntry[] {
  if (node === undefined) return [];
  const span = source.place(node);
  if (childOf(node, "Spread") !== undefined) return [{ key: null, value: lowerInner(node, source) }];
  const [key, rest] = lowerKey(node, source);
  if (childOf(node, "ParamList") !== undefined) {
    const method = lowerFunction(node, source);
    const isGetter = childOf(node, "get") !== undefined;
    return [{ key, value: isGetter ? { kind: "call", callee: method, arguments: [], ...span } : method }];
  }
  const shorthand = key.kind === "text" ? nameNode(key.text, span) : key;
  return [{ key, value: rest.length === 0 ? shorthand : lowerOnly(rest, node, source) }];
}

/** The key of a property of an object, a class or a pattern, and the nodes after its colon. */
export function lowerKey(node: TreeNode, source: Source): readonly [key: Expression, rest: readonly TreeNode[]] {
  const colon = node.children.findIndex(({ name }) => name === ":");
  const rest = colon === -1 ? [] : node.children.slice(colon + 1);
  const head = node.children.slice(0, node.children.length - rest.length);
  const computed = head[head.findIndex(({ name }) => name === "[") + 1];
  const key = head.find(({ name }) => /^(String|Number|VariableDefinition|(Private)?Property\w+)$/.test(name));
  if (childOf(node, "[") !== undefined && computed !== undefined) return [lowerExpression(computed, source), rest];
  if (key?.name === "String") return [lowerExpression(key, source), rest];
  return [textNode(textOf(key, source), source.place(key ?? node)), rest];
}

const operators: ReadonlyMap<string, string> = new Map([
  ["===", "=="],
  ["!==", "!="],
  [">>>", ">>"],
  ["instanceof", "is"],
]);

const isLogical = /^(&&|\|\||\?\?)$/;

/** Converts an expression with two operands, such as `a + b`. */
function lowerBinary(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const [first, sign, last] = node.children;
  const left = lowerOnly([first], node, source);
  if (sign?.name === "as" || sign?.name === "satisfies" || last === undefined) return left;
  const right = lowerExpression(last, source);
  const written = textOf(sign, source);
  if (isLogical.test(written)) {
    const others = written === "&&" ? "if true" : written === "||" ? "if false" : undefined;
    return { kind: "either", condition: null, choices: [left, right], others, ...span };
  }
  if (written !== "+" || !(isText(left) || isText(right)))
    return { kind: "binary", operator: operators.get(written) ?? written, left, right, ...span };
  // A text before or after `+` makes a text of the other operand.
  const parts = [left, right].flatMap((each) => (each.kind === "template" ? each.parts : [each]));
  return { kind: "template", parts, ...span };
}

/** Whether an expression is a string or template literal. */
function isText({ kind }: Expression): boolean {
  return kind === "text" || kind === "template";
}

/** Lowers `!a`, `++a`, `a++`, `a!`. */
function lowerUnary(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const isAfter = node.name === "PostfixExpression";
  const operator = textOf(node.children.at(isAfter ? -1 : 0), source);
  const operand = lowerInner(node, source);
  if (operator === "++" || operator === "--") {
    const value = { kind: "number" as const, number: 1, ...span };
    const result = isAfter ? ("before" as const) : ("after" as const);
    return { kind: "update", target: operand, operator: operator.charAt(0), value, result, ...span };
  }
  if (operator === "void") return { kind: "sequence", parts: [operand, nothing(span)], ...span };
  if (isAfter) return operand;
  return { kind: "unary", operator: operator === "!" ? "not" : operator, operand, ...span };
}

/** Converts an assignment of JavaScript, also `a += b`. */
function lowerAssignment(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const [left, right] = partsOf(node);
  if (left === undefined || right === undefined) return unknownNode(span);
  const operator = textOf(childOf(node, "UpdateOp"), source).slice(0, -1);
  const value = lowerExpression(right, source);
  const target = lowerTarget(left, source);
  if (operator === "") return { kind: "assign", target, value, ...span };
  if (!isLogical.test(operator)) return { kind: "update", target, operator, value, result: "after", ...span };
  return {
    kind: "assign",
    target,
    value: { kind: "either", condition: null, choices: [target, value], ...span },
    ...span,
  };
}
