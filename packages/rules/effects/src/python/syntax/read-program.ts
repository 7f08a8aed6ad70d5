/** Parses a Python program into statements. */
import type { Source, TreeNode } from "../../copied-tree.ts";
import type { MatchClause, Program, Span, Statement, TryStatement, WithItem } from "../../engine/ir.ts";
import { convertArguments, convertExpression, convertExpressions, convertParameters } from "./convert-expressions.ts";
import { convertImport } from "./convert-imports.ts";
import { readTree, sourceOf } from "./tree.ts";

/**
 * Parses a Python program into statements. Never throws.
 *
 * @param place - converts positions in `text` to positions in the program that contains it
 */
export function readProgram(text: string, place: (span: Span) => Span): Program {
  const { root, problem } = readTree(text);
  return { statements: root === null ? [] : convertStatements(root.children, { text, place }), problem };
}

/** Converts statements of Python. */
function convertStatements(nodes: readonly TreeNode[], context: Source): readonly Statement[] {
  return nodes.flatMap((node) => convertStatement(node, context));
}

/** Converts one statement of Python. */
function convertStatement(node: TreeNode, context: Source): readonly Statement[] {
  const span = context.place(node);
  const { children } = node;
  switch (node.name) {
    case "StatementGroup":
      return convertStatements(children, context);
    case "ExpressionStatement":
    case "PrintStatement":
    case "AssertStatement":
      return convertExpressions(children, context).map((value) => ({ kind: "expression", value, ...span }));
    case "YieldStatement":
      return [{ kind: "expression", value: convertExpression({ ...node, name: "YieldExpression" }, context), ...span }];
    case "AssignStatement":
      return convertAssignment(node, context);
    case "UpdateStatement": {
      const at = children.findIndex((child) => child.name === "UpdateOp");
      const [target] = convertExpressions(children.slice(0, at), context);
      const value = convertToOne(children.slice(at + 1), node, context);
      const operator = sourceOf(children[at], context).slice(0, -1);
      return target === undefined ? [] : [{ kind: "update", target, operator, value, ...span }];
    }
    case "DeleteStatement":
      return [{ kind: "delete", targets: convertExpressions(children, context), ...span }];
    case "ReturnStatement":
      return [{ kind: "return", value: children.length > 1 ? convertToOne(children, node, context) : null, ...span }];
    case "RaiseStatement":
      return [{ kind: "raise", values: convertExpressions(children, context), ...span }];
    case "BreakStatement":
    case "ContinueStatement":
      return [{ kind: "leave", loop: node.name === "BreakStatement" ? "break" : "continue", ...span }];
    case "ImportStatement":
      return [{ kind: "import", names: convertImport(children, context), ...span }];
    case "ScopeStatement":
      return [{ kind: "global", names: variableNamesIn(node, context), ...span }];
    case "IfStatement": {
      const parts = splitClauses(children, ["if", "elif", "else"]);
      const branches = parts
        .filter(({ keyword }) => keyword !== "else")
        .map(({ head, body }) => ({ test: convertToOne(head, node, context), body: convertBody(body, context) }));
      return [{ kind: "if", branches, otherwise: bodyOfClause(parts, "else", context), ...span }];
    }
    case "WhileStatement": {
      const parts = splitClauses(children, ["while", "else"]);
      const condition = convertToOne(parts[0]?.head ?? [], node, context);
      const body = bodyOfClause(parts, "while", context);
      return [{ kind: "loop", each: null, condition, body, otherwise: bodyOfClause(parts, "else", context), ...span }];
    }
    case "ForStatement": {
      const parts = splitClauses(children, ["for", "else"]);
      const head = parts[0]?.head ?? [];
      const at = head.findIndex((child) => child.name === "in");
      const each = {
        target: convertToOne(head.slice(0, at), node, context),
        of: convertToOne(head.slice(at + 1), node, context),
      };
      const body = bodyOfClause(parts, "for", context);
      return [{ kind: "loop", each, condition: null, body, otherwise: bodyOfClause(parts, "else", context), ...span }];
    }
    case "TryStatement":
      return [convertTry(node, context)];
    case "WithStatement": {
      const body = children.find((child) => child.name === "Body");
      return [{ kind: "with", items: convertWithItems(children, context), body: convertBody(body, context), ...span }];
    }
    case "FunctionDefinition":
    case "ClassDefinition":
      return convertDefinition(node, [], context);
    case "DecoratedStatement": {
      const decorators = children.filter((child) => child.name === "Decorator");
      const definition = children.find((child) => child.name.endsWith("Definition"));
      return definition === undefined ? [] : convertDefinition(definition, decorators, context);
    }
    case "MatchStatement": {
      const body = children.find((child) => child.name === "MatchBody");
      const subject = convertToOne(children.slice(1), node, context);
      const results = (body?.children ?? []).filter((child) => child.name === "MatchClause");
      return [
        { kind: "match", subject, clauses: results.map((clause) => convertMatchClause(clause, context)), ...span },
      ];
    }
    default:
      return [];
  }
}

/** Converts an assignment of Python, also `a = b = 1`. */
function convertAssignment(node: TreeNode, context: Source): readonly Statement[] {
  const sides: TreeNode[][] = [[]];
  for (const child of node.children) {
    if (child.name === "AssignOp") sides.push([]);
    else if (child.name !== "TypeDef") sides.at(-1)?.push(child);
  }
  const [value, ...targets] = sides.toReversed();
  if (value === undefined || targets.length === 0) return convertAnnotations(node, context);
  return [
    ...convertAnnotations(node, context),
    {
      kind: "assignment",
      targets: targets.map((side) => convertToOne(side, node, context)),
      value: convertToOne(value, node, context),
      ...context.place(node),
    },
  ];
}

/** Returns the calls inside type annotations, which run. */
function convertAnnotations(node: TreeNode, context: Source): readonly Statement[] {
  const lists = [node, ...node.children.filter((child) => child.name === "ParamList")];
  const types = lists.flatMap((list) => list.children.filter((child) => child.name === "TypeDef"));
  return types.filter(hasCall).flatMap((type) =>
    convertExpressions(type.children, context).map((value) => ({
      kind: "expression" as const,
      value,
      ...context.place(type),
    })),
  );
}

function hasCall(node: TreeNode): boolean {
  return node.name === "CallExpression" || node.children.some(hasCall);
}

/** Converts a function or class with its decorators. */
function convertDefinition(node: TreeNode, decorators: readonly TreeNode[], context: Source): readonly Statement[] {
  const child = (name: string): TreeNode | undefined => node.children.find((each) => each.name === name);
  const ownDecorators = decorators.flatMap((each) => convertDecorator(each, context));
  const name = sourceOf(child("VariableName"), context);
  // `@path.setter`: it is called when the attribute is set.
  const isSetter = ownDecorators.some((each) => each.kind === "attribute" && each.name === "setter");
  const shared = {
    name: isSetter ? `set ${name}` : name,
    decorators: isSetter ? [] : ownDecorators,
    body: convertBody(child("Body"), context),
    ...context.place(node),
  };
  if (node.name === "ClassDefinition") {
    return [
      {
        kind: "class",
        bases: convertArguments(child("ArgList"), context),
        fields: typedFieldNames(child("Body"), context),
        ...shared,
      },
    ];
  }
  return [
    ...convertAnnotations(node, context),
    { kind: "function", parameters: convertParameters(child("ParamList"), context), ...shared },
  ];
}

/** The names of `name: type` lines in a class body. */
function typedFieldNames(body: TreeNode | undefined, context: Source): readonly string[] {
  return (body?.children ?? []).flatMap(({ children: [name, type] }) =>
    name?.name === "VariableName" && type?.name === "TypeDef" ? [sourceOf(name, context)] : [],
  );
}

/** Converts a decorator: a dotted name, maybe called. */
function convertDecorator(node: TreeNode, context: Source) {
  const span = context.place(node);
  const [first, ...rest] = variableNamesIn(node, context);
  if (first === undefined) return [];
  let name: ReturnType<typeof convertExpression> = { kind: "name", name: first, ...span };
  for (const part of rest) name = { kind: "attribute", object: name, name: part, ...span };
  const list = node.children.find((child) => child.name === "ArgList");
  return [
    list === undefined
      ? name
      : { kind: "call" as const, callee: name, arguments: convertArguments(list, context), ...span },
  ];
}

/** Converts `try`, its handlers, `else` and `finally`. */
function convertTry(node: TreeNode, context: Source): TryStatement {
  const parts = splitClauses(node.children, ["try", "except", "else", "finally"]);
  const handlers = parts
    .filter(({ keyword }) => keyword === "except")
    .map(({ head, body }) => {
      const as = head.findIndex((child) => child.name === "as" || child.name === ",");
      return { name: as === -1 ? null : sourceOf(head[as + 1], context), body: convertBody(body, context) };
    });
  return {
    kind: "try",
    body: bodyOfClause(parts, "try", context),
    handlers,
    otherwise: bodyOfClause(parts, "else", context),
    finally: bodyOfClause(parts, "finally", context),
    ...context.place(node),
  };
}

/** The items of `with a as b, c:`. */
function convertWithItems(children: readonly TreeNode[], context: Source): readonly WithItem[] {
  const items: WithItem[] = [];
  for (const [at, child] of children.entries()) {
    if (["with", "async", "as", ",", "Body"].includes(child.name)) continue;
    const value = convertExpression(child, context);
    const last = items.at(-1);
    if (children[at - 1]?.name === "as" && last !== undefined) items[items.length - 1] = { ...last, target: value };
    else items.push({ value, target: null });
  }
  return items;
}

/** Converts a `case` of `match`. */
function convertMatchClause(node: TreeNode, context: Source): MatchClause {
  const guard = node.children.find((child) => child.name === "Guard");
  const patterns = node.children.filter((child) => !["case", "Guard", "Body"].includes(child.name));
  return {
    names: patterns.flatMap((pattern) => variableNamesIn(pattern, context)),
    guard: guard === undefined ? null : convertToOne(guard.children, guard, context),
    body: convertBody(
      node.children.find((child) => child.name === "Body"),
      context,
    ),
  };
}

/** A clause of a compound statement: its keyword, what precedes its body, and the body. */
interface Clause {
  readonly keyword: string;
  readonly head: TreeNode[];
  body: TreeNode | undefined;
}

/** Splits a compound statement into its clauses: `if`, `elif`, `else`. */
function splitClauses(children: readonly TreeNode[], keywords: readonly string[]): readonly Clause[] {
  const results: Clause[] = [];
  for (const child of children) {
    const last = results.at(-1);
    if (keywords.includes(child.name)) results.push({ keyword: child.name, head: [], body: undefined });
    else if (child.name === "Body" && last !== undefined) last.body = child;
    else last?.head.push(child);
  }
  return results;
}

/** Converts the statements after a keyword such as `else`. */
function bodyOfClause(parts: readonly Clause[], keyword: string, context: Source): readonly Statement[] {
  return convertBody(parts.find((part) => part.keyword === keyword)?.body, context);
}

/** Converts the statements of a body. */
function convertBody(body: TreeNode | undefined, context: Source): readonly Statement[] {
  return convertStatements(body?.children ?? [], context);
}

/** Converts nodes to one expression; several make a tuple. */
function convertToOne(nodes: readonly TreeNode[], whole: TreeNode, context: Source) {
  const items = convertExpressions(nodes, context);
  const [first] = items;
  const single = items.length === 1 && first !== undefined && !nodes.some((node) => node.name === ",");
  return single ? first : { kind: "list" as const, items, ...context.place(whole) };
}

/** All variable names inside a node. */
function variableNamesIn(node: TreeNode, context: Source): readonly string[] {
  const results: string[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === "VariableName") results.push(sourceOf(next, context));
    if (next.name !== "ArgList") waiting.push(...next.children.toReversed());
  }
  return results;
}
