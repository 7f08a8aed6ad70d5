import { literalParts, readNumberLiteral, readStringLiteral, unescapeText } from "./literals.ts";
import type { ComprehensionClause, Entry, Expression, Span } from "./nodes.ts";
import { readArguments, readParameters } from "./parse-arguments.ts";
import type { TreeNode } from "./tree.ts";

/** What reading needs: the text, and where its characters stand in the program that was asked about. */
export interface SyntaxReader {
  readonly text: string;
  readonly place: (span: Span) => Span;
}

const marks = new Set(
  "( ) [ ] { } , : ; . as if elif else for in async await lambda del return yield print raise assert from while with match case not and or is import ⚠ Comment At".split(
    " ",
  ),
);

/** Those of some nodes that are expressions, in their order; `*x` is a spread. */
export function readExpressions(nodes: readonly TreeNode[], reader: SyntaxReader): readonly Expression[] {
  const found: Expression[] = [];
  for (const [at, node] of nodes.entries()) {
    if (marks.has(node.name) || node.name === "*" || node.name === "**" || node.name === "Body") continue;
    const value = readExpression(node, reader);
    const before = nodes[at - 1]?.name;
    found.push(before === "*" || before === "**" ? { kind: "spread", value, ...reader.place(node) } : value);
  }
  return found;
}

/** Reads one expression; what is none has just the parts that are some. */
export function readExpression(node: TreeNode, reader: SyntaxReader): Expression {
  const span = reader.place(node);
  const { children } = node;
  switch (node.name) {
    case "VariableName":
      return { kind: "name", name: reader.text.slice(node.start, node.end), ...span };
    case "String": {
      const { text, offset } = readStringLiteral(reader.text.slice(node.start, node.end));
      return { kind: "text", text, at: offset === null ? null : literalPlace(node, offset, text, reader), ...span };
    }
    case "FormatString":
      return { kind: "template", parts: readTemplate(node, reader), ...span };
    case "ContinuedString": {
      const parts = readExpressions(children, reader);
      const literal = parts.every((part) => part.kind === "text");
      if (literal) return { kind: "text", text: parts.map((part) => part.text).join(""), at: null, ...span };
      return {
        kind: "template",
        parts: parts.flatMap((part) => (part.kind === "template" ? part.parts : [part])),
        ...span,
      };
    }
    case "Number":
      return { kind: "number", number: readNumberLiteral(reader.text.slice(node.start, node.end)), ...span };
    case "Boolean":
      return { kind: "constant", constant: node.end - node.start === 4, ...span };
    case "None":
    case "Ellipsis":
      return { kind: "constant", constant: null, ...span };
    case "ParenthesizedExpression":
      return readExpressions(children, reader)[0] ?? { kind: "parts", parts: [], ...span };
    case "TupleExpression":
    case "ArrayExpression":
    case "SetExpression":
      return { kind: "list", items: readExpressions(children, reader), ...span };
    case "DictionaryExpression":
      return { kind: "dict", entries: readEntries(children, reader), ...span };
    case "ArrayComprehensionExpression":
    case "ComprehensionExpression":
    case "SetComprehensionExpression":
    case "DictionaryComprehensionExpression":
      return readComprehension(node, children.slice(1), reader);
    case "MemberExpression":
      return readMember(node, reader);
    case "CallExpression": {
      const [callee, list] = children;
      if (callee === undefined) break;
      return { kind: "call", callee: readExpression(callee, reader), arguments: readArguments(list, reader), ...span };
    }
    case "BinaryExpression":
      return readBinary(node, reader);
    case "UnaryExpression": {
      const [operand] = readExpressions(children.slice(1), reader);
      if (operand === undefined) break;
      return {
        kind: "unary",
        operator: children[0]?.name === "not" ? "not" : source(children[0], reader),
        operand,
        ...span,
      };
    }
    case "ConditionalExpression": {
      const [then, condition, otherwise] = readExpressions(children, reader);
      if (then === undefined || condition === undefined || otherwise === undefined) break;
      return { kind: "either", condition, ways: [then, otherwise], ...span };
    }
    case "LambdaExpression": {
      const parameters = readParameters(
        children.find((child) => child.name === "ParamList"),
        reader,
      );
      const [result] = readExpressions(
        children.filter((child) => child.name !== "ParamList"),
        reader,
      );
      if (result === undefined) break;
      return { kind: "lambda", parameters, result, ...span };
    }
    case "NamedExpression": {
      const [target, value] = readExpressions(
        children.filter((child) => child.name !== "AssignOp"),
        reader,
      );
      if (target === undefined || value === undefined) break;
      return { kind: "assign", target, value, ...span };
    }
    case "AwaitExpression":
      return { kind: "wait", value: readExpressions(children, reader)[0] ?? null, gives: "nothing", ...span };
    case "YieldExpression": {
      const values = readExpressions(children, reader);
      const [only] = values;
      const value = values.length > 1 ? { kind: "list" as const, items: values, ...span } : (only ?? null);
      return { kind: "wait", value, gives: children.some((child) => child.name === "from") ? "each" : "one", ...span };
    }
  }
  return { kind: "parts", parts: readExpressions(children, reader), ...span };
}

function readMember(node: TreeNode, reader: SyntaxReader): Expression {
  const span = reader.place(node);
  const [first, , ...rest] = node.children;
  if (first === undefined) return { kind: "parts", parts: [], ...span };
  const object = readExpression(first, reader);
  const property = node.children.find((child) => child.name === "PropertyName");
  if (property !== undefined) return { kind: "attribute", object, name: source(property, reader), ...span };
  if (rest.some((child) => child.name === ":")) {
    const bounds: (Expression | null)[] = [null];
    for (const child of rest) {
      if (child.name === ":") bounds.push(null);
      else if (!marks.has(child.name)) bounds[bounds.length - 1] = readExpression(child, reader);
    }
    return { kind: "item", object, index: { kind: "slice", bounds, ...span }, ...span };
  }
  const index = readExpressions(rest, reader);
  const [only] = index;
  return {
    kind: "item",
    object,
    index: index.length === 1 && only !== undefined ? only : { kind: "list", items: index, ...span },
    ...span,
  };
}

function readBinary(node: TreeNode, reader: SyntaxReader): Expression {
  const span = reader.place(node);
  const [left, ...rest] = node.children;
  const right = rest.at(-1);
  if (left === undefined || right === undefined) return { kind: "parts", parts: [], ...span };
  const operator = rest
    .slice(0, -1)
    .map((child) => source(child, reader))
    .join(" ");
  const sides = [readExpression(left, reader), readExpression(right, reader)] as const;
  if (operator === "and" || operator === "or") return { kind: "either", condition: null, ways: sides, ...span };
  return { kind: "binary", operator, left: sides[0], right: sides[1], ...span };
}

function readEntries(children: readonly TreeNode[], reader: SyntaxReader): readonly Entry[] {
  const entries: Entry[] = [];
  let key: Expression | null = null;
  for (const [at, child] of children.entries()) {
    if (marks.has(child.name) || child.name === "**") continue;
    const value = readExpression(child, reader);
    if (children[at + 1]?.name === ":") key = value;
    else {
      entries.push({ key, value });
      key = null;
    }
  }
  return entries;
}

/** `element for target in of if condition …`, without its opening bracket. */
export function readComprehension(node: TreeNode, children: readonly TreeNode[], reader: SyntaxReader): Expression {
  const starts = children.flatMap((child, at) => (child.name === "for" || child.name === "if" ? [at] : []));
  const head = readExpressions(children.slice(0, starts[0]), reader);
  const clauses: ComprehensionClause[] = [];
  for (const [index, at] of starts.entries()) {
    const part = children.slice(at + 1, starts[index + 1]).filter((child) => child.name !== "async");
    const last = clauses.at(-1);
    if (children[at]?.name === "if" && last !== undefined) {
      clauses[clauses.length - 1] = { ...last, conditions: [...last.conditions, ...readExpressions(part, reader)] };
      continue;
    }
    const within = part.findIndex((child) => child.name === "in");
    const targets = readExpressions(part.slice(0, within), reader);
    const [target] = targets;
    const [of] = readExpressions(part.slice(within + 1), reader);
    if (target === undefined || of === undefined) continue;
    const several = targets.length > 1 || part.slice(0, within).some((child) => child.name === ",");
    clauses.push({
      target: several ? { kind: "list", items: targets, ...reader.place(node) } : target,
      of,
      conditions: [],
    });
  }
  const element = head.at(-1) ?? { kind: "parts", parts: [], ...reader.place(node) };
  return {
    kind: "comprehension",
    key: head.length > 1 ? (head[0] ?? null) : null,
    element,
    clauses,
    ...reader.place(node),
  };
}

/** The literal text and the expressions of an f-string. */
function readTemplate(node: TreeNode, reader: SyntaxReader): readonly (string | Expression)[] {
  const whole = reader.text.slice(node.start, node.end);
  const { raw, offset, close } = literalParts(whole);
  const parts: (string | Expression)[] = [];
  let from = node.start + offset;
  const addText = (to: number): void => {
    const text = reader.text.slice(from, to).replaceAll("{{", "{").replaceAll("}}", "}");
    if (text !== "") parts.push(raw ? text : unescapeText(text));
  };
  for (const child of node.children) {
    if (child.name !== "FormatReplacement") continue;
    addText(child.start);
    const [value] = readExpressions(
      child.children.filter((each) => !each.name.startsWith("Format")),
      reader,
    );
    const nested = child.children
      .filter((each) => each.name === "FormatSpec")
      .flatMap((spec) =>
        spec.children.flatMap((each) =>
          readExpressions(
            each.children.filter((inner) => !inner.name.startsWith("Format")),
            reader,
          ),
        ),
      );
    if (value !== undefined)
      parts.push(nested.length === 0 ? value : { kind: "parts", parts: [value, ...nested], ...reader.place(child) });
    from = child.end;
  }
  addText(Math.max(from, node.end - close));
  return parts;
}

/** Where the text of a literal begins in the program that was asked about; `null` when it does not stand there. */
function literalPlace(node: TreeNode, offset: number, text: string, reader: SyntaxReader): number | null {
  const span = reader.place({ start: node.start + offset, end: node.start + offset + text.length });
  return span.end - span.start === text.length ? span.start : null;
}

export function source(node: TreeNode | undefined, { text }: SyntaxReader): string {
  return node === undefined ? "" : text.slice(node.start, node.end);
}
