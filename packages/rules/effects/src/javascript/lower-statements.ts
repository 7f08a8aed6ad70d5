/** Lowers JavaScript statements to the engine's intermediate representation. */
import { childOf, itemsOf, type Source, type TreeNode, textOf } from "../copied-tree.ts";
import type { LoopStatement, MatchClause, Span, Statement } from "../engine/ir.ts";
import { nameNode, statementOf, unknownNode, withFollowing } from "../engine/nodes.ts";
import { declaration, nothing, partsOf, textNode } from "./lower.ts";
import { lowerAll, lowerExpression, lowerInner, lowerOnly } from "./lower-expressions.ts";
import { lowerClass, lowerFunction } from "./lower-functions.ts";
import { lowerExport, lowerImport } from "./lower-modules.ts";
import { lowerTarget, targetAndDefault } from "./lower-targets.ts";

/** Lowers the statements of a block, with imports and functions first. */
export function lowerStatements(nodes: readonly TreeNode[], source: Source): readonly Statement[] {
  const ranks = nodes.map(rankOf);
  return [0, 1, 2].flatMap((rank) =>
    nodes.flatMap((node, at) => (ranks[at] === rank ? lowerStatement(node, source) : [])),
  );
}

/** Orders statements: imports first, then functions. */
function rankOf(node: TreeNode): number {
  if (node.name === "ImportDeclaration") return 0;
  return node.name === "FunctionDeclaration" || childOf(node, "FunctionDeclaration") !== undefined ? 1 : 2;
}

/** Statements without effects. */
const ignored = /^([;{}⚠]|Hashbang|TypeAliasDeclaration|InterfaceDeclaration|AmbientDeclaration|DebuggerStatement)$/;

/** Lowers a statement. One of an unknown kind becomes a value that is computed from the expressions inside it. */
export function lowerStatement(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  if (ignored.test(node.name)) return [];
  switch (node.name) {
    case "ExpressionStatement":
      return [statementOf(lowerInner(node, source), span)];
    case "VariableDeclaration":
      return lowerVariables(node, source);
    case "FunctionDeclaration": {
      if (childOf(node, "Block") === undefined) return [];
      const value = lowerFunction(node, source);
      return [value.kind === "function" && value.name !== "" ? value : { kind: "expression", value, ...span }];
    }
    case "ClassDeclaration":
      return [lowerClass(node, source)];
    case "ImportDeclaration":
      return lowerImport(node, source);
    case "ExportDeclaration":
      return lowerExport(node, source);
    case "EnumDeclaration":
      return [lowerEnum(node, source)];
    case "Block":
    case "NamespaceDeclaration":
      return [{ kind: "block", body: lowerStatements((childOf(node, "Block") ?? node).children, source), ...span }];
    case "IfStatement": {
      const [test, then, otherwise] = partsAndEmpty(node);
      const branch = { test: lowerOnly([test], node, source), body: lowerBlock(then, source) };
      return [{ kind: "if", branches: [branch], otherwise: lowerBlock(otherwise, source), ...span }];
    }
    case "ForStatement":
    case "WhileStatement":
    case "DoStatement":
      return [lowerLoop(node, source)];
    case "LabeledStatement":
      return lowerLabeled(node, source);
    case "SwitchStatement":
      return [lowerSwitch(node, source)];
    case "TryStatement":
      return lowerTry(node, source);
    case "ReturnStatement":
      return [{ kind: "return", value: lowerAll(partsOf(node), source)[0] ?? null, ...span }];
    case "ThrowStatement":
      return [{ kind: "raise", values: lowerAll(partsOf(node), source), ...span }];
    case "BreakStatement":
    case "ContinueStatement": {
      const label = textOf(childOf(node, "Label"), source);
      const loop = node.name === "BreakStatement" ? "break" : "continue";
      return [{ kind: "leave", loop, label: label === "" ? undefined : label, ...span }];
    }
    case "WithStatement":
      return [
        { kind: "unread", reason: "which names a with statement changes", ...span },
        ...partsAndEmpty(node).flatMap((part) => lowerStatement(part, source)),
      ];
    default:
      return [{ kind: "expression", value: lowerExpression(node, source), ...span }];
  }
}

/** Returns the child nodes of a statement. `;` is kept, because it stands for an empty part. */
function partsAndEmpty(node: TreeNode): readonly TreeNode[] {
  return node.children.filter((child) => child.name === ";" || partsOf(node).includes(child));
}

/** Lowers the body of a branch or loop, in a scope of its own if it declares names. */
function lowerBlock(node: TreeNode | undefined, source: Source): readonly Statement[] {
  if (node === undefined) return [];
  if (node.name !== "Block") return lowerStatement(node, source);
  const body = lowerStatements(node.children, source);
  return body.some(declares) ? [{ kind: "block", body, ...source.place(node) }] : body;
}

/** Whether a statement declares names. */
function declares(statement: Statement): boolean {
  return statement.kind === "assignment" ? statement.declares === true : /^(function|class)$/.test(statement.kind);
}

/** Lowers `const a = 1, { b } = c`. */
function lowerVariables(node: TreeNode, source: Source): readonly Statement[] {
  const declares = childOf(node, "var") === undefined ? true : undefined;
  return itemsOf(node).flatMap((item): readonly Statement[] => {
    const [target, byDefault] = targetAndDefault(item);
    if (target === undefined) return [];
    const span = source.place({ start: target.start, end: byDefault?.end ?? target.end });
    if (byDefault === undefined && declares === undefined) return [];
    const value = byDefault === undefined ? nothing(span) : lowerExpression(byDefault, source);
    return [{ kind: "assignment", targets: [lowerTarget(target, source)], value, declares, ...span }];
  });
}

/** Lowers `enum A { B, C = "c" }` to an object. */
function lowerEnum(node: TreeNode, source: Source): Statement {
  const span = source.place(node);
  const entries = itemsOf(childOf(node, "EnumBody")).map(([name, , ...value], number) => ({
    key: textNode(textOf(name, source), span),
    value: value.length === 0 ? { kind: "number" as const, number, ...span } : lowerOnly(value, node, source),
  }));
  const targets = [nameNode(textOf(childOf(node, "TypeDefinition"), source), span)];
  return declaration(targets, { kind: "dict", entries, ...span }, span);
}

/** Converts a statement with a label, to which `break` may jump. */
function lowerLabeled(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  const label = textOf(childOf(node, "Label"), source);
  const body = node.children.at(-1);
  if (body === undefined) return [];
  if (/^(For|While|Do|Labeled)Statement$/.test(body.name))
    return lowerStatement(body, source).map((each) => withLabel(each, label));
  const once = { kind: "constant" as const, constant: false, ...span };
  return [{ ...emptyLoop(span), condition: once, testedAfter: true, body: lowerBlock(body, source), label }];
}

/** Builds a loop that does nothing. */
function emptyLoop({ start, end }: Span): LoopStatement {
  return { kind: "loop", each: null, condition: null, body: [], otherwise: [], start, end };
}

/** Adds a label to a loop. */
function withLabel(statement: Statement, label: string): Statement {
  if (statement.kind === "loop") return { ...statement, label };
  const last = statement.kind === "block" ? statement.body.at(-1) : undefined;
  if (statement.kind !== "block" || last === undefined) return statement;
  return { ...statement, body: [...statement.body.slice(0, -1), withLabel(last, label)] };
}

/** Converts a loop of JavaScript. */
function lowerLoop(node: TreeNode, source: Source): Statement {
  const head = childOf(node, "ForSpec", "ForOfSpec", "ForInSpec");
  const parts = partsAndEmpty(node);
  const isDo = node.name === "DoStatement";
  const loop = { ...emptyLoop(source.place(node)), body: lowerBlock(isDo ? parts[0] : parts.at(-1), source) };
  if (head?.name === "ForSpec") return lowerCountingLoop(head, loop, source);
  if (head !== undefined) return lowerItemLoop(head, loop, source);
  const condition = lowerOnly([parts[isDo ? 1 : 0]], node, source);
  return { ...loop, condition, testedAfter: isDo ? true : undefined };
}

/** Lowers `for (let i = 0; i < 3; i++)`. */
function lowerCountingLoop(head: TreeNode, loop: LoopStatement, source: Source): Statement {
  const slots: TreeNode[][] = [[], [], []];
  let at = 0;
  for (const child of head.children.slice(1, -1)) {
    if (child.name !== ";") slots[at]?.push(child);
    if (child.name === ";" || child.name === "VariableDeclaration") at++;
  }
  const [start = [], condition = [], step = []] = slots;
  const whole: Statement = {
    ...loop,
    condition: condition.length === 0 ? null : lowerOnly(condition, head, source),
    step: step.length === 0 ? undefined : lowerOnly(step, head, source),
  };
  if (start.length === 0) return whole;
  return { kind: "block", body: [...lowerStatements(start, source), whole], start: loop.start, end: loop.end };
}

/** Lowers `for (const a of b)`, `for (a in b)`. */
function lowerItemLoop(head: TreeNode, loop: LoopStatement, source: Source): Statement {
  const at = head.children.findIndex(({ name }) => name === "of" || name === "in");
  const [node] = targetAndDefault(head.children.slice(0, at));
  const span = source.place(head);
  const target = node === undefined ? unknownNode(span) : lowerTarget(node, source);
  const of = lowerOnly(head.children.slice(at + 1, -1), head, source);
  const keys = head.name === "ForInSpec" ? (true as const) : undefined;
  const whole: Statement = { ...loop, each: { target, of, keys } };
  if (childOf(head, "const", "let", "using") === undefined) return whole;
  // Each iteration has variables of its own, which its functions keep.
  const item = nameNode(" item", span);
  const body: Statement = {
    kind: "block",
    body: [declaration([target], item, span), ...loop.body],
    start: loop.start,
    end: loop.end,
  };
  const own: Statement = { ...loop, each: { target: item, of, keys }, body: [body] };
  return { kind: "block", body: [declaration([item], nothing(span), span), own], start: loop.start, end: loop.end };
}

/** Converts a `switch` of JavaScript. */
function lowerSwitch(node: TreeNode, source: Source): Statement {
  const span = source.place(node);
  const groups: { tests: TreeNode[]; isDefault: boolean; nodes: TreeNode[] }[] = [];
  for (const child of childOf(node, "SwitchBody")?.children ?? []) {
    const last = groups.at(-1);
    if (child.name === "CaseLabel" || child.name === "DefaultLabel") {
      const isNew = last === undefined || last.nodes.length > 0;
      const group = isNew ? { tests: [], isDefault: false, nodes: [] } : last;
      if (isNew) groups.push(group);
      group.tests.push(...partsOf(child));
      group.isDefault ||= child.name === "DefaultLabel";
    } else if (child.name !== "{" && child.name !== "}") {
      // Statements before the first case are invalid, and run if the parser accepts them.
      if (last === undefined) groups.push({ tests: [], isDefault: false, nodes: [child] });
      else last.nodes.push(child);
    }
  }
  const bodies = groups.map(({ nodes }) => lowerStatements(nodes, source));
  const clauses = groups.map(({ tests, isDefault }, at): MatchClause => {
    const body = withFollowing(bodies, at, span);
    const guard = tests.length === 0 ? null : lowerOnly(tests, node, source);
    return { names: [], guard, body, isDefault: isDefault ? true : undefined };
  });
  const subject = lowerOnly(partsOf(node).slice(0, 1), node, source);
  const match: Statement = { kind: "match", subject, clauses, breaks: true, ...span };
  return bodies.some((body) => body.some(declares)) ? { kind: "block", body: [match], ...span } : match;
}

/** Converts a `try` of JavaScript. */
function lowerTry(node: TreeNode, source: Source): readonly Statement[] {
  const [clause, last] = [childOf(node, "CatchClause"), childOf(node, "FinallyClause")];
  const bodyOf = (part: TreeNode | undefined): readonly Statement[] => lowerBlock(childOf(part, "Block"), source);
  const caught = childOf(clause, "VariableDefinition", "ObjectPattern", "ArrayPattern");
  const span = source.place(clause ?? node);
  const unpacked = caught === undefined ? [] : [declaration([lowerTarget(caught, source)], unknownNode(span), span)];
  const body: Statement = { kind: "block", body: [...unpacked, ...bodyOf(clause)], ...span };
  const handlers = clause === undefined ? [] : [{ name: null, body: [body] }];
  const whole = { body: bodyOf(node), handlers, otherwise: [], finally: bodyOf(last), ...source.place(node) };
  if (clause === undefined && last === undefined)
    return [{ kind: "unread", reason: "what a try without catch does", ...span }, ...whole.body];
  return [{ kind: "try", ...whole }];
}
