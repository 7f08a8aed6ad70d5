import type { MatchClause, Span, Statement, TryStatement, WithItem } from "./nodes.ts";
import { readArguments, readParameters } from "./parse-arguments.ts";
import { readExpression, readExpressions, type SyntaxReader, source } from "./parse-expressions.ts";
import { readImport } from "./parse-imports.ts";
import { parseTree, type TreeNode } from "./tree.ts";

/** A program's statements; with a problem, what could be read of them. */
export interface ParsedProgram {
  readonly statements: readonly Statement[];
  /** Why it was not read whole, as the end of a sentence that begins with the program. */
  readonly problem: string | null;
}

/**
 * Reads a Python program.
 *
 * @param place - says where characters of the text stand in the program that was asked about
 */
export function parsePython(text: string, place: (span: Span) => Span): ParsedProgram {
  const { root, problem } = parseTree(text);
  return { statements: root === null ? [] : readStatements(root.children, { text, place }), problem };
}

function readStatements(nodes: readonly TreeNode[], reader: SyntaxReader): readonly Statement[] {
  return nodes.flatMap((node) => readStatement(node, reader));
}

function readStatement(node: TreeNode, reader: SyntaxReader): readonly Statement[] {
  const span = reader.place(node);
  const { children } = node;
  switch (node.name) {
    case "StatementGroup":
      return readStatements(children, reader);
    case "ExpressionStatement":
    case "PrintStatement":
    case "AssertStatement":
      return readExpressions(children, reader).map((value) => ({ kind: "expression", value, ...span }));
    case "YieldStatement":
      return [{ kind: "expression", value: readExpression({ ...node, name: "YieldExpression" }, reader), ...span }];
    case "AssignStatement":
      return readAssignment(node, reader);
    case "UpdateStatement": {
      const at = children.findIndex((child) => child.name === "UpdateOp");
      const [target] = readExpressions(children.slice(0, at), reader);
      const value = oneOf(children.slice(at + 1), node, reader);
      const operator = source(children[at], reader).slice(0, -1);
      return target === undefined ? [] : [{ kind: "update", target, operator, value, ...span }];
    }
    case "DeleteStatement":
      return [{ kind: "delete", targets: readExpressions(children, reader), ...span }];
    case "ReturnStatement":
      return [{ kind: "return", value: children.length > 1 ? oneOf(children, node, reader) : null, ...span }];
    case "RaiseStatement":
      return [{ kind: "raise", values: readExpressions(children, reader), ...span }];
    case "BreakStatement":
    case "ContinueStatement":
      return [{ kind: "leave", loop: node.name === "BreakStatement" ? "break" : "continue", ...span }];
    case "ImportStatement":
      return [{ kind: "import", names: readImport(children, reader), ...span }];
    case "ScopeStatement":
      return [{ kind: "global", names: namesIn(node, reader), ...span }];
    case "IfStatement": {
      const parts = clauses(children, ["if", "elif", "else"]);
      const branches = parts
        .filter(({ keyword }) => keyword !== "else")
        .map(({ head, body }) => ({ test: oneOf(head, node, reader), body: readBody(body, reader) }));
      return [{ kind: "if", branches, otherwise: bodyOf(parts, "else", reader), ...span }];
    }
    case "WhileStatement": {
      const parts = clauses(children, ["while", "else"]);
      const condition = oneOf(parts[0]?.head ?? [], node, reader);
      const body = bodyOf(parts, "while", reader);
      return [{ kind: "loop", each: null, condition, body, otherwise: bodyOf(parts, "else", reader), ...span }];
    }
    case "ForStatement": {
      const parts = clauses(children, ["for", "else"]);
      const head = parts[0]?.head ?? [];
      const at = head.findIndex((child) => child.name === "in");
      const each = { target: oneOf(head.slice(0, at), node, reader), of: oneOf(head.slice(at + 1), node, reader) };
      const body = bodyOf(parts, "for", reader);
      return [{ kind: "loop", each, condition: null, body, otherwise: bodyOf(parts, "else", reader), ...span }];
    }
    case "TryStatement":
      return [readTry(node, reader)];
    case "WithStatement": {
      const body = children.find((child) => child.name === "Body");
      return [{ kind: "with", items: readWithItems(children, reader), body: readBody(body, reader), ...span }];
    }
    case "FunctionDefinition":
    case "ClassDefinition":
      return readDefinition(node, [], reader);
    case "DecoratedStatement": {
      const decorators = children.filter((child) => child.name === "Decorator");
      const definition = children.find((child) => child.name.endsWith("Definition"));
      return definition === undefined ? [] : readDefinition(definition, decorators, reader);
    }
    case "MatchStatement": {
      const body = children.find((child) => child.name === "MatchBody");
      const subject = oneOf(children.slice(1), node, reader);
      const found = (body?.children ?? []).filter((child) => child.name === "MatchClause");
      return [{ kind: "match", subject, clauses: found.map((clause) => readMatchClause(clause, reader)), ...span }];
    }
    default:
      return [];
  }
}

function readAssignment(node: TreeNode, reader: SyntaxReader): readonly Statement[] {
  const sides: TreeNode[][] = [[]];
  for (const child of node.children) {
    if (child.name === "AssignOp") sides.push([]);
    else if (child.name !== "TypeDef") sides.at(-1)?.push(child);
  }
  const [value, ...targets] = sides.toReversed();
  if (value === undefined || targets.length === 0) return annotations(node, reader);
  return [
    ...annotations(node, reader),
    {
      kind: "assignment",
      targets: targets.map((side) => oneOf(side, node, reader)),
      value: oneOf(value, node, reader),
      ...reader.place(node),
    },
  ];
}

/** Calls in annotations, which run when they are come upon. */
function annotations(node: TreeNode, reader: SyntaxReader): readonly Statement[] {
  const lists = [node, ...node.children.filter((child) => child.name === "ParamList")];
  const types = lists.flatMap((list) => list.children.filter((child) => child.name === "TypeDef"));
  return types.filter(hasCall).flatMap((type) =>
    readExpressions(type.children, reader).map((value) => ({
      kind: "expression" as const,
      value,
      ...reader.place(type),
    })),
  );
}

function hasCall(node: TreeNode): boolean {
  return node.name === "CallExpression" || node.children.some(hasCall);
}

function readDefinition(node: TreeNode, decorators: readonly TreeNode[], reader: SyntaxReader): readonly Statement[] {
  const child = (name: string): TreeNode | undefined => node.children.find((each) => each.name === name);
  const shared = {
    name: source(child("VariableName"), reader),
    decorators: decorators.flatMap((each) => readDecorator(each, reader)),
    body: readBody(child("Body"), reader),
    ...reader.place(node),
  };
  if (node.name === "ClassDefinition") {
    return [
      {
        kind: "class",
        bases: readArguments(child("ArgList"), reader),
        fields: readFields(child("Body"), reader),
        ...shared,
      },
    ];
  }
  return [
    ...annotations(node, reader),
    { kind: "function", parameters: readParameters(child("ParamList"), reader), ...shared },
  ];
}

/** `name: type`, with or without a value. */
function readFields(body: TreeNode | undefined, reader: SyntaxReader): readonly string[] {
  return (body?.children ?? []).flatMap(({ children: [name, type] }) =>
    name?.name === "VariableName" && type?.name === "TypeDef" ? [source(name, reader)] : [],
  );
}

/** A decorator is a dotted name, and perhaps a call. */
function readDecorator(node: TreeNode, reader: SyntaxReader) {
  const span = reader.place(node);
  const [first, ...rest] = namesIn(node, reader);
  if (first === undefined) return [];
  let name: ReturnType<typeof readExpression> = { kind: "name", name: first, ...span };
  for (const part of rest) name = { kind: "attribute", object: name, name: part, ...span };
  const list = node.children.find((child) => child.name === "ArgList");
  return [
    list === undefined
      ? name
      : { kind: "call" as const, callee: name, arguments: readArguments(list, reader), ...span },
  ];
}

function readTry(node: TreeNode, reader: SyntaxReader): TryStatement {
  const parts = clauses(node.children, ["try", "except", "else", "finally"]);
  const handlers = parts
    .filter(({ keyword }) => keyword === "except")
    .map(({ head, body }) => {
      const as = head.findIndex((child) => child.name === "as" || child.name === ",");
      return { name: as === -1 ? null : source(head[as + 1], reader), body: readBody(body, reader) };
    });
  return {
    kind: "try",
    body: bodyOf(parts, "try", reader),
    handlers,
    otherwise: bodyOf(parts, "else", reader),
    finally: bodyOf(parts, "finally", reader),
    ...reader.place(node),
  };
}

function readWithItems(children: readonly TreeNode[], reader: SyntaxReader): readonly WithItem[] {
  const items: WithItem[] = [];
  for (const [at, child] of children.entries()) {
    if (["with", "async", "as", ",", "Body"].includes(child.name)) continue;
    const value = readExpression(child, reader);
    const last = items.at(-1);
    if (children[at - 1]?.name === "as" && last !== undefined) items[items.length - 1] = { ...last, target: value };
    else items.push({ value, target: null });
  }
  return items;
}

function readMatchClause(node: TreeNode, reader: SyntaxReader): MatchClause {
  const guard = node.children.find((child) => child.name === "Guard");
  const patterns = node.children.filter((child) => !["case", "Guard", "Body"].includes(child.name));
  return {
    names: patterns.flatMap((pattern) => namesIn(pattern, reader)),
    guard: guard === undefined ? null : oneOf(guard.children, guard, reader),
    body: readBody(
      node.children.find((child) => child.name === "Body"),
      reader,
    ),
  };
}

/** The parts of a compound statement, each with its keyword, what stands before its body, and the body. */
interface Clause {
  readonly keyword: string;
  readonly head: TreeNode[];
  body: TreeNode | undefined;
}

function clauses(children: readonly TreeNode[], keywords: readonly string[]): readonly Clause[] {
  const found: Clause[] = [];
  for (const child of children) {
    const last = found.at(-1);
    if (keywords.includes(child.name)) found.push({ keyword: child.name, head: [], body: undefined });
    else if (child.name === "Body" && last !== undefined) last.body = child;
    else last?.head.push(child);
  }
  return found;
}

function bodyOf(parts: readonly Clause[], keyword: string, reader: SyntaxReader): readonly Statement[] {
  return readBody(parts.find((part) => part.keyword === keyword)?.body, reader);
}

function readBody(body: TreeNode | undefined, reader: SyntaxReader): readonly Statement[] {
  return readStatements(body?.children ?? [], reader);
}

/** The one expression of some nodes: several make a tuple. */
function oneOf(nodes: readonly TreeNode[], whole: TreeNode, reader: SyntaxReader) {
  const items = readExpressions(nodes, reader);
  const [first] = items;
  const single = items.length === 1 && first !== undefined && !nodes.some((node) => node.name === ",");
  return single ? first : { kind: "list" as const, items, ...reader.place(whole) };
}

function namesIn(node: TreeNode, reader: SyntaxReader): readonly string[] {
  const found: string[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === "VariableName") found.push(source(next, reader));
    if (next.name !== "ArgList") waiting.push(...next.children.toReversed());
  }
  return found;
}
