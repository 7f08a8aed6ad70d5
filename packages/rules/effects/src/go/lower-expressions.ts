/** Lowers expressions of Go. */
import { childOf, type TreeNode, textOf } from "../copied-tree.ts";
import type { CallArgument, Expression } from "../engine/ir.ts";
import { callNode, nameNode, unknownNode } from "../engine/nodes.ts";
import { type Lowering, underlyingType } from "./declarations.ts";
import { numberValue, runeNumber, stringText } from "./literals.ts";
import { lowerFunction } from "./lower-functions.ts";
import { lowerLiteral, lowerType, zeroValue } from "./lower-values.ts";
import { partsOf } from "./tree.ts";

/** Lowers the nodes that are expressions or types, in order. */
export function lowerExpressions(nodes: readonly TreeNode[], context: Lowering): readonly Expression[] {
  return partsOf(nodes).map((node) => lowerExpression(node, context));
}

/** Lowers an expression. */
export function lowerExpression(node: TreeNode, context: Lowering): Expression {
  const span = context.place(node);
  const { children } = node;
  const [first, second] = partsOf(children);
  const text = textOf(node, context);
  switch (node.name) {
    case "VariableName":
    case "DefName":
    case "LabelName":
      return text === "iota" ? { kind: "number", number: context.iota, ...span } : nameNode(text, span);
    case "Nil":
      return { kind: "constant", constant: null, ...span };
    case "Number":
      return text === "true" || text === "false"
        ? { kind: "constant", constant: text === "true", ...span }
        : { kind: "number", number: numberValue(text), ...span };
    case "Rune":
      return { kind: "number", number: runeNumber(text), ...span };
    case "String":
      return lowerString(node, context);
    case "FunctionLiteral":
      return lowerFunction(node, context);
    case "CallExpr":
      return lowerCall(node, context);
    case "SliceExpr":
      return lowerSlice(node, context);
  }
  if (first !== undefined)
    switch (node.name) {
      case "ParenthesizedExpr":
      case "ParenthesizedType":
      case "TypeAssertion":
        return lowerExpression(first, context);
      case "Conversion": {
        const value = lowerExpression(second ?? first, context);
        return /^\[\](byte|rune)$/.test(textOf(first, context)) ? callNode("go.codes", [value], span) : value;
      }
      case "ParameterizedExpr":
        return lowerTypeArguments(first, node, context);
      case "SelectorExpr": {
        const object = lowerExpression(first, context);
        return { kind: "attribute", object, name: textOf(children.at(-1), context), ...span };
      }
      case "UnaryExp":
        return lowerUnary(textOf(children[0], context), first, node, context);
    }
  if (first !== undefined && second !== undefined)
    switch (node.name) {
      case "TypedLiteral":
        return lowerLiteral(first, second, context);
      case "IndexExpr":
        return lowerItem(node, lowerExpression(second, context), context);
      case "BinaryExp": {
        const operator = textOf(children[1], context);
        const [left, right] = [lowerExpression(first, context), lowerExpression(second, context)];
        return operator === "&&" || operator === "||"
          ? { kind: "either", condition: null, choices: [left, right], ...span }
          : { kind: "binary", operator, left, right, ...span };
      }
    }
  if (/Type$|^TypeName$/.test(node.name)) return lowerType(node, context);
  return {
    kind: "unread",
    reason: `the program has ${node.name}`,
    parts: lowerExpressions(children, context),
    ...span,
  };
}

/** Converts a string literal of Go to a text. */
function lowerString(node: TreeNode, context: Lowering): Expression {
  const { text, offset } = stringText(textOf(node, context));
  const start = node.start + (offset ?? 0);
  const place = context.place({ start, end: start + text.length });
  const isLiteral = offset !== null && place.end - place.start === text.length;
  return { kind: "text", text, at: isLiteral ? place.start : null, ...context.place(node) };
}

/** Builds the node for `object[index]`. */
function lowerItem(node: TreeNode, index: Expression, context: Lowering): Expression {
  const [object = node] = node.children;
  return { kind: "item", object: lowerExpression(object, context), index, ...context.place(node) };
}

/** Lowers `items[from:to:capacity]`, without the capacity. */
function lowerSlice(node: TreeNode, context: Lowering): Expression {
  const span = context.place(node);
  const none: Expression = { kind: "constant", constant: null, ...span };
  const [object = node, , ...others] = node.children;
  const bounds: Expression[] = [none];
  for (const child of others.slice(0, -1)) {
    if (child.name === ":") bounds.push(none);
    else bounds[bounds.length - 1] = lowerExpression(child, context);
  }
  return callNode(
    context.declared.setsItems || context.declared.sharedLists.has(textOf(object, context)) ? "go.share" : "go.slice",
    [lowerExpression(object, context), ...bounds],
    span,
  );
}

/**
 * Lowers `f[int]` of a generic function to the function; in `handlers[name](x)`, which looks the same, `name` is an
 * index.
 */
function lowerTypeArguments(object: TreeNode, node: TreeNode, context: Lowering): Expression {
  const [only, ...others] = partsOf(childOf(node, "TypeArgs")?.children ?? []);
  const name = textOf(object, context);
  const { functions, packages } = context.declared;
  const isGeneric = functions.has(name) || packages.has(name.split(".")[0] ?? "");
  const isIndex = only?.name === "TypeName" || only?.name === "QualifiedType";
  if (only === undefined || isGeneric || !isIndex || others.length > 0) return lowerExpression(object, context);
  return lowerItem(node, lowerType(only, context), context);
}

const transparentTypes = /^(u?int(8|16|32|64|ptr)?|float(32|64)|complex(64|128)|byte|rune|bool|error|any)$/;

/** Converts a call of Go, also of builtins such as `make` and `append`. */
function lowerCall(node: TreeNode, context: Lowering): Expression {
  const [callee = node, list] = node.children;
  const nodes = partsOf(list?.children ?? []);
  const [only, second] = nodes;
  if (callee.name === "make" || callee.name === "new") return lowerAllocation(callee.name, nodes, node, context);
  const name = convertedType(callee, context);
  const isType = transparentTypes.test(name) || context.declared.types.has(name);
  if (only !== undefined && second === undefined && isType && !context.declared.functions.has(name))
    return lowerExpression(only, context);
  const passed = lowerArguments(list?.children ?? [], callee, context);
  const base = only?.name === "SliceExpr" ? only.children[0] : only;
  if (name === "append" && context.declared.sharedLists.has(textOf(base, context)))
    return callNode("go.append", passed, context.place(node));
  return { kind: "call", callee: lowerExpression(callee, context), arguments: passed, ...context.place(node) };
}

/** The type of `T(x)` and `(*T)(x)`; empty for other callees. */
function convertedType(callee: TreeNode, context: Lowering): string {
  if (callee.name === "VariableName") return textOf(callee, context);
  const [inner] = partsOf(callee.children);
  const isAround = callee.name === "ParenthesizedExpr" || textOf(callee.children[0], context) === "*";
  return isAround && inner !== undefined ? convertedType(inner, context) : "";
}

/** Converts the arguments of a call of Go, also `list...`. */
function lowerArguments(children: readonly TreeNode[], callee: TreeNode, context: Lowering): readonly CallArgument[] {
  const nodes = partsOf(children);
  const [only, second] = nodes;
  const isSpread = children.some(({ name }) => name === "...");
  const values = nodes.map((each) => lowerExpression(each, context));
  const [value] = values;
  // `f(g())` passes all results of `g`.
  if (only?.name === "CallExpr" && value !== undefined && second === undefined && takesSeveral(callee, context))
    return returnsOneValue(only, context)
      ? [value, unknownNode(value)].map((each) => ({ name: null, value: each }))
      : [{ name: "*", value }];
  return values.map((each, at) => ({ name: isSpread && at === values.length - 1 ? "*" : null, value: each }));
}

/** Whether a function of the program has several parameters. */
function takesSeveral(callee: TreeNode, context: Lowering): boolean {
  const [name] = callee.name === "ParameterizedExpr" ? callee.children : [callee];
  const list = childOf(context.declared.functions.get(textOf(name, context)), "Parameters");
  return (list?.children ?? []).flatMap(({ children }) => children.filter(({ name }) => name === "DefName")).length > 1;
}

/** Functions of libraries whose results are a list, like the results of the program's own functions. */
const severalResults = new Set(
  "strings.Cut bytes.Cut path/filepath.Split path.Split net.SplitHostPort os.Pipe io.Pipe net.Pipe".split(" "),
);

/**
 * Whether the known result of a call is the first of its results, as for functions of libraries: `data, err := os.ReadFile(x)`;
 * true for expressions that are not calls.
 */
export function returnsOneValue(node: TreeNode, context: Lowering): boolean {
  const { packages, methodNames } = context.declared;
  const [callee] = node.children;
  const [object, , member] = (callee?.name === "ParameterizedExpr" ? callee.children[0] : callee)?.children ?? [];
  if (node.name !== "CallExpr" || member?.name !== "FieldName") return node.name !== "CallExpr";
  const name = textOf(member, context);
  const path = object?.name === "VariableName" ? packages.get(textOf(object, context)) : undefined;
  return path === undefined ? !methodNames.has(name) : !severalResults.has(`${path}.${name}`);
}

/** Lowers `make(T, n)` and `new(T)`. */
function lowerAllocation(
  name: string,
  [type, ...others]: readonly TreeNode[],
  node: TreeNode,
  context: Lowering,
): Expression {
  const span = context.place(node);
  if (name === "new") return { kind: "reference", of: zeroValue(type, span, context), ...span };
  const made = underlyingType(type, context);
  const sizes = others.map((each) => lowerExpression(each, context));
  if (made?.name === "MapType") return callNode("go.makeMap", sizes, span);
  if (made?.name === "ChannelType") return callNode("go.makeChannel", sizes, span);
  const [element] = made?.name === "SliceType" ? partsOf(made.children) : [];
  return callNode("go.makeSlice", [zeroValue(element, span, context), ...sizes], span);
}

/** Converts an expression with one operator, such as `!a` or `&a`. */
function lowerUnary(operator: string, of: TreeNode, node: TreeNode, context: Lowering): Expression {
  const span = context.place(node);
  const operand = lowerExpression(of, context);
  if (operator === "<-") return callNode("go.receive", [operand], span);
  if (operator === "&") return { kind: "reference", of: operand, ...span };
  if (operator === "*") return { kind: "dereference", of: operand, ...span };
  return { kind: "unary", operator: operator === "!" ? "not" : operator, operand, ...span };
}
