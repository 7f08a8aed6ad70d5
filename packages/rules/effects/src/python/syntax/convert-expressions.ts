/** Converts nodes of the parser's tree to expressions. */
import type { Source, TreeNode } from "../../copied-tree.ts";
import { unescapeText } from "../../engine/decode.ts";
import type { CallArgument, ComprehensionClause, DictEntry, Expression, Parameter } from "../../engine/ir.ts";
import { literalParts, numberLiteralValue, stringLiteralText } from "./literals.ts";
import { splitArguments, splitParameters } from "./split-arguments.ts";
import { sourceOf } from "./tree.ts";

/** The names of nodes that are keywords or punctuation. */
const marks = new Set(
  "( ) [ ] { } , : ; . as if elif else for in async await lambda del return yield print raise assert from while with match case not and or is import ⚠ Comment At".split(
    " ",
  ),
);

/** Converts the nodes that are expressions, in order; `*x` becomes a spread. */
export function convertExpressions(nodes: readonly TreeNode[], context: Source): readonly Expression[] {
  const results: Expression[] = [];
  for (const [at, node] of nodes.entries()) {
    if (marks.has(node.name) || node.name === "*" || node.name === "**" || node.name === "Body") continue;
    const value = convertExpression(node, context);
    const before = nodes[at - 1]?.name;
    results.push(before === "*" || before === "**" ? { kind: "spread", value, ...context.place(node) } : value);
  }
  return results;
}

/**
 * Converts a node of the parser's tree to an expression. A node of another kind becomes `parts`, which holds the
 * expressions inside it.
 */
export function convertExpression(node: TreeNode, context: Source): Expression {
  const span = context.place(node);
  const { children } = node;
  switch (node.name) {
    case "VariableName":
      // The grammar lacks `yield` without a value.
      return sourceOf(node, context) === "yield"
        ? { kind: "wait", value: null, yields: "one", ...span }
        : { kind: "name", name: sourceOf(node, context), ...span };
    case "String": {
      const { text, offset } = stringLiteralText(context.text.slice(node.start, node.end));
      return { kind: "text", text, at: offset === null ? null : literalPlace(node, offset, text, context), ...span };
    }
    case "FormatString":
      return { kind: "template", parts: convertFormatString(node, context), ...span };
    case "ContinuedString": {
      const parts = convertExpressions(children, context);
      const literal = parts.every((part) => part.kind === "text");
      if (literal) return { kind: "text", text: parts.map((part) => part.text).join(""), at: null, ...span };
      return {
        kind: "template",
        parts: parts.flatMap((part) => (part.kind === "template" ? part.parts : [part])),
        ...span,
      };
    }
    case "Number":
      return { kind: "number", number: numberLiteralValue(context.text.slice(node.start, node.end)), ...span };
    case "Boolean":
      return { kind: "constant", constant: node.end - node.start === 4, ...span };
    case "None":
    case "Ellipsis":
      return { kind: "constant", constant: null, ...span };
    case "ParenthesizedExpression":
      return convertExpressions(children, context)[0] ?? { kind: "parts", parts: [], ...span };
    case "TupleExpression":
    case "ArrayExpression":
    case "SetExpression":
      return { kind: "list", items: convertExpressions(children, context), ...span };
    case "DictionaryExpression":
      return { kind: "dict", entries: convertDictEntries(children, context), ...span };
    case "ArrayComprehensionExpression":
    case "ComprehensionExpression":
    case "SetComprehensionExpression":
    case "DictionaryComprehensionExpression":
      return convertComprehension(node, children.slice(1), context);
    case "MemberExpression":
      return convertMember(node, context);
    case "CallExpression": {
      const [callee, list] = children;
      if (callee === undefined) break;
      return {
        kind: "call",
        callee: convertExpression(callee, context),
        arguments: convertArguments(list, context),
        ...span,
      };
    }
    case "BinaryExpression":
      return convertBinary(node, context);
    case "UnaryExpression": {
      const [operand] = convertExpressions(children.slice(1), context);
      if (operand === undefined) break;
      return {
        kind: "unary",
        operator: children[0]?.name === "not" ? "not" : sourceOf(children[0], context),
        operand,
        ...span,
      };
    }
    case "ConditionalExpression": {
      const [then, condition, otherwise] = convertExpressions(children, context);
      if (then === undefined || condition === undefined || otherwise === undefined) break;
      return { kind: "either", condition, choices: [then, otherwise], ...span };
    }
    case "LambdaExpression": {
      const parameters = convertParameters(
        children.find((child) => child.name === "ParamList"),
        context,
      );
      const [result] = convertExpressions(
        children.filter((child) => child.name !== "ParamList"),
        context,
      );
      if (result === undefined) break;
      return { kind: "lambda", parameters, result, ...span };
    }
    case "NamedExpression": {
      const [target, value] = convertExpressions(
        children.filter((child) => child.name !== "AssignOp"),
        context,
      );
      if (target === undefined || value === undefined) break;
      return { kind: "assign", target, value, ...span };
    }
    case "AwaitExpression":
      return { kind: "wait", value: convertExpressions(children, context)[0] ?? null, yields: "nothing", ...span };
    case "YieldExpression": {
      const values = convertExpressions(children, context);
      const [only] = values;
      const value = values.length > 1 ? { kind: "list" as const, items: values, ...span } : (only ?? null);
      return { kind: "wait", value, yields: children.some((child) => child.name === "from") ? "each" : "one", ...span };
    }
  }
  return { kind: "parts", parts: convertExpressions(children, context), ...span };
}

/** Converts `object.name` and `object[index]`. */
function convertMember(node: TreeNode, context: Source): Expression {
  const span = context.place(node);
  const [first, , ...rest] = node.children;
  if (first === undefined) return { kind: "parts", parts: [], ...span };
  const object = convertExpression(first, context);
  const property = node.children.find((child) => child.name === "PropertyName");
  if (property !== undefined) return { kind: "attribute", object, name: sourceOf(property, context), ...span };
  if (rest.some((child) => child.name === ":")) {
    const bounds: (Expression | null)[] = [null];
    for (const child of rest) {
      if (child.name === ":") bounds.push(null);
      else if (!marks.has(child.name)) bounds[bounds.length - 1] = convertExpression(child, context);
    }
    return { kind: "item", object, index: { kind: "slice", bounds, ...span }, ...span };
  }
  const index = convertExpressions(rest, context);
  const [only] = index;
  return {
    kind: "item",
    object,
    index: index.length === 1 && only !== undefined ? only : { kind: "list", items: index, ...span },
    ...span,
  };
}

/** Converts an expression of Python with two operands. */
function convertBinary(node: TreeNode, context: Source): Expression {
  const span = context.place(node);
  const [left, ...rest] = node.children;
  const right = rest.at(-1);
  if (left === undefined || right === undefined) return { kind: "parts", parts: [], ...span };
  const operator = rest
    .slice(0, -1)
    .map((child) => sourceOf(child, context))
    .join(" ");
  const sides = [convertExpression(left, context), convertExpression(right, context)] as const;
  if (operator === "and" || operator === "or") {
    const others = operator === "and" ? "if true" : "if false";
    return { kind: "either", condition: null, choices: sides, others, ...span };
  }
  return { kind: "binary", operator, left: sides[0], right: sides[1], ...span };
}

/** Converts the entries of a dictionary, also `**other`. */
function convertDictEntries(children: readonly TreeNode[], context: Source): readonly DictEntry[] {
  const entries: DictEntry[] = [];
  let key: Expression | null = null;
  for (const [at, child] of children.entries()) {
    if (marks.has(child.name) || child.name === "**") continue;
    const value = convertExpression(child, context);
    if (children[at + 1]?.name === ":") key = value;
    else {
      entries.push({ key, value });
      key = null;
    }
  }
  return entries;
}

/** Converts `element for target in items if condition …`, without the opening bracket. */
function convertComprehension(node: TreeNode, children: readonly TreeNode[], context: Source): Expression {
  const starts = children.flatMap((child, at) => (child.name === "for" || child.name === "if" ? [at] : []));
  const head = convertExpressions(children.slice(0, starts[0]), context);
  const clauses: ComprehensionClause[] = [];
  for (const [index, at] of starts.entries()) {
    const part = children.slice(at + 1, starts[index + 1]).filter((child) => child.name !== "async");
    const last = clauses.at(-1);
    if (children[at]?.name === "if" && last !== undefined) {
      clauses[clauses.length - 1] = { ...last, conditions: [...last.conditions, ...convertExpressions(part, context)] };
      continue;
    }
    const within = part.findIndex((child) => child.name === "in");
    const targets = convertExpressions(part.slice(0, within), context);
    const [target] = targets;
    const [of] = convertExpressions(part.slice(within + 1), context);
    if (target === undefined || of === undefined) continue;
    const several = targets.length > 1 || part.slice(0, within).some((child) => child.name === ",");
    clauses.push({
      target: several ? { kind: "list", items: targets, ...context.place(node) } : target,
      of,
      conditions: [],
    });
  }
  const element = head.at(-1) ?? { kind: "parts", parts: [], ...context.place(node) };
  return {
    kind: "comprehension",
    key: head.length > 1 ? (head[0] ?? null) : null,
    element,
    clauses,
    isLazy: !/^(Array|Set|Dictionary)Comprehension/.test(node.name),
    ...context.place(node),
  };
}

/** The literal texts and the expressions of an f-string. */
function convertFormatString(node: TreeNode, context: Source): readonly (string | Expression)[] {
  const whole = context.text.slice(node.start, node.end);
  const { raw, offset, close } = literalParts(whole);
  const parts: (string | Expression)[] = [];
  let from = node.start + offset;
  const addText = (to: number): void => {
    const text = context.text.slice(from, to).replaceAll("{{", "{").replaceAll("}}", "}");
    if (text !== "") parts.push(raw ? text : unescapeText(text));
  };
  for (const child of node.children) {
    if (child.name !== "FormatReplacement") continue;
    addText(child.start);
    const [value] = convertExpressions(
      child.children.filter((each) => !each.name.startsWith("Format")),
      context,
    );
    const nested = child.children
      .filter((each) => each.name === "FormatSpec")
      .flatMap((spec) =>
        spec.children.flatMap((each) =>
          convertExpressions(
            each.children.filter((inner) => !inner.name.startsWith("Format")),
            context,
          ),
        ),
      );
    if (value !== undefined)
      parts.push(nested.length === 0 ? value : { kind: "parts", parts: [value, ...nested], ...context.place(child) });
    from = child.end;
  }
  addText(Math.max(from, node.end - close));
  return parts;
}

/** The position of a literal's text in the program; `null` when the program does not contain it literally. */
function literalPlace(node: TreeNode, offset: number, text: string, context: Source): number | null {
  const span = context.place({ start: node.start + offset, end: node.start + offset + text.length });
  return span.end - span.start === text.length ? span.start : null;
}

/** Converts the argument list of a call; a generator that is the only argument has no brackets of its own. */
export function convertArguments(list: TreeNode | undefined, context: Source): readonly CallArgument[] {
  if (list === undefined) return [];
  return splitArguments(list, context).flatMap(({ name, value: nodes }) => {
    const spread = name === "*" || name === "**";
    const [value] =
      !spread && nodes.some((child) => child.name === "for")
        ? [convertComprehension(list, nodes, context)]
        : convertExpressions(spread ? nodes : nodes.slice(-1), context);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** Converts the parameter list of a function or a lambda. */
export function convertParameters(list: TreeNode | undefined, context: Source): readonly Parameter[] {
  return splitParameters(list, context).map(({ name, rest, defaultValue }) => ({
    name,
    rest,
    defaultValue: defaultValue === null ? null : convertExpression(defaultValue, context),
  }));
}
