/** Lowers PHP statements to the engine's intermediate representation. */
import { childOf, type TreeNode, textOf } from "../copied-tree.ts";
import type { Expression, MatchClause, Statement } from "../engine/ir.ts";
import { assignment, callNode, nameNode, statementOf, unknownNode, withFollowing } from "../engine/nodes.ts";
import { partsOf, type Source, unread } from "./lower.ts";
import { lowerClass, lowerDeclarators, lowerFunctionDefinition } from "./lower-definitions.ts";
import { lowerAll, lowerExpression, lowerTarget } from "./lower-expressions.ts";

/** Lowers the statements of a block. Imports, functions and classes come first, as they exist before the block runs. */
export function lowerBody(nodes: readonly TreeNode[], source: Source): readonly Statement[] {
  const lowered = nodes.map((node) => ({ rank: rankOf(node), statements: lowerStatement(node, source) }));
  return [0, 1, 2, 3, 4].flatMap((rank) => lowered.flatMap((each) => (each.rank === rank ? each.statements : [])));
}

/** Returns the order in which declarations are evaluated: base classes first. */
function rankOf(node: TreeNode): number {
  if (node.name === "NamespaceUseDeclaration") return 0;
  if (node.name === "FunctionDefinition") return 1;
  if (!/^(Class|Interface|Trait|Enum)Declaration$/.test(node.name)) return 4;
  const uses = childOf(childOf(node, "DeclarationList", "EnumBody"), "UseDeclaration");
  return childOf(node, "BaseClause") === undefined && uses === undefined ? 2 : 3;
}

/** Converts one statement of PHP. */
function lowerStatement(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  switch (node.name) {
    case "EmptyStatement":
    case "LabelStatement":
    case "TextInterpolation":
      return [];
    case "Block":
    case "ColonBlock":
      return lowerBody(partsOf(node), source);
    case "NamespaceDefinition":
      return lowerBody(partsOf(childOf(node, "Block")), source);
    case "DeclareStatement":
      return lowerBody(partsOf(node).slice(2), source);
    case "ExpressionStatement":
    case "EchoStatement":
      return partsOf(node).map((part) => lowerExpressionStatement(part, source));
    case "UnsetStatement":
      return [{ kind: "delete", targets: lowerAll(partsOf(node), source), ...span }];
    case "IfStatement":
      return [lowerIf(node, source)];
    case "SwitchStatement":
      return [lowerSwitch(node, source)];
    case "WhileStatement":
    case "DoStatement":
    case "ForStatement":
    case "ForeachStatement":
      return lowerLoop(node, source);
    case "ContinueStatement":
    case "BreakStatement":
      return [lowerLeave(node, source)];
    case "ReturnStatement":
      return [{ kind: "return", value: lowerAll(partsOf(node), source)[0] ?? null, ...span }];
    case "TryStatement":
      return [lowerTry(node, source)];
    case "GlobalDeclaration": {
      const parts = partsOf(node);
      if (parts.some(({ name }) => name !== "VariableName"))
        return [unread("it is unknown which variable is global", span)];
      const names = parts.map((part) => textOf(part, source));
      return source.isFunction ? [{ kind: "global", names, ...span }] : [];
    }
    case "FunctionStaticDeclaration":
      return partsOf(node).map((declarator) => {
        const [variable, value] = lowerAll(partsOf(declarator), source);
        // The variable may keep what an earlier call assigned.
        const choices = value === undefined ? [unknownNode(span)] : [value, unknownNode(span)];
        const held: Expression = { kind: "either", condition: null, choices, ...span };
        return assignment(variable ?? nameNode("$", span), held, false, span);
      });
    case "ConstDeclaration":
      return lowerDeclarators(node, source);
    case "FunctionDefinition":
      return lowerFunctionDefinition(node, source);
    case "ClassDeclaration":
    case "InterfaceDeclaration":
    case "TraitDeclaration":
    case "EnumDeclaration":
      return [lowerClass(node, source)];
    case "NamespaceUseDeclaration":
      return lowerUse(node, source);
    default:
      return [unread(`${node.name} is not read`, span)];
  }
}

/** Converts an expression that stands as a statement. */
function lowerExpressionStatement(node: TreeNode, source: Source): Statement {
  const span = source.place(node);
  if (node.name === "ThrowExpression") return { kind: "raise", values: lowerAll(partsOf(node), source), ...span };
  return statementOf(lowerExpression(node, source), span);
}

/** Converts an `if` of PHP. */
function lowerIf(node: TreeNode, source: Source): Statement {
  const branches: { test: Expression; body: readonly Statement[] }[] = [];
  let otherwise: readonly Statement[] = [];
  let test: Expression | null = null;
  for (const part of partsOf(node)) {
    if (test !== null) branches.push({ test, body: lowerBody([part], source) });
    else if (part.name !== "ParenthesizedExpression") otherwise = lowerBody([part], source);
    test = test === null && part.name === "ParenthesizedExpression" ? lowerExpression(part, source) : null;
  }
  return { kind: "if", branches, otherwise, ...source.place(node) };
}

/** Converts a `switch` of PHP. */
function lowerSwitch(node: TreeNode, source: Source): Statement {
  const span = source.place(node);
  const [head, block] = partsOf(node);
  const inner = insideLoop(node, true, source);
  const cases = partsOf(block).map((clause) => {
    const isDefault = clause.name === "DefaultStatement";
    const [test, ...rest] = partsOf(clause);
    const guard = isDefault || test === undefined ? null : lowerExpression(test, source);
    return { guard, isDefault: isDefault || undefined, own: lowerBody(isDefault ? partsOf(clause) : rest, inner) };
  });
  const bodies = cases.map(({ own }) => own);
  const clauses = cases.map(
    ({ guard, isDefault }, at): MatchClause => ({ names: [], guard, body: withFollowing(bodies, at, span), isDefault }),
  );
  const subject = head === undefined ? unknownNode(span) : lowerExpression(head, source);
  return { kind: "match", subject, clauses, breaks: true, ...span };
}

/** Returns a label for a loop that no other loop has. */
function labelOf(node: TreeNode): string {
  return `loop at ${node.start}`;
}

/** Returns the source inside a loop. */
function insideLoop(node: TreeNode, isSwitch: boolean, source: Source): Source {
  return { ...source, loops: [...(source.loops ?? []), { label: labelOf(node), isSwitch }] };
}

/** Lowers `break 2` and `continue`; in a `switch`, `continue` means `break`. */
function lowerLeave(node: TreeNode, source: Source): Statement {
  const [levels] = partsOf(node);
  const count = levels === undefined ? 1 : Number(textOf(levels, source));
  const left = source.loops?.at(-count);
  const isSwitch = left?.isSwitch === true;
  const span = source.place(node);
  if (!(count >= 1) || (isSwitch && count > 1)) return unread("it is unknown which loop is left", span);
  const loop = node.name === "ContinueStatement" && !isSwitch ? "continue" : "break";
  return { kind: "leave", loop, label: count > 1 ? left?.label : undefined, ...span };
}

/** Converts a loop of PHP. */
function lowerLoop(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  const head = childOf(node, "ParenthesizedExpression", "ForSpec");
  const isBody = ({ name }: TreeNode): boolean => /Block$|Statement$|Declaration$|Definition$/.test(name);
  const body = lowerBody(partsOf(node).filter(isBody), insideLoop(node, false, source));
  const empty = { each: null, condition: null, otherwise: [] } as const;
  const loop = { kind: "loop", ...empty, body, label: labelOf(node), ...span } as const;
  if (node.name === "ForeachStatement") {
    const whole = { ...loop, ...lowerEach(head, body, source) };
    return setsLastItem(node, head, source) ? [whole, unread("a variable is a reference to an item", span)] : [whole];
  }
  if (node.name !== "ForStatement") {
    const condition = head === undefined ? null : lowerExpression(head, source);
    return [{ ...loop, condition, testedAfter: node.name === "DoStatement" || undefined }];
  }
  const sections: (Expression | undefined)[] = [undefined];
  for (const child of head?.children ?? []) {
    if (child.name === ";") sections.push(undefined);
    else if (/^[A-Z]/.test(child.name)) sections[sections.length - 1] = lowerExpression(child, source);
  }
  const [init, condition = null, step] = sections;
  const before: readonly Statement[] = init === undefined ? [] : [{ kind: "expression", value: init, ...span }];
  return [...before, { ...loop, condition, step }];
}

/** The target and the items of `foreach ($items as $key => &$value)`. A value by reference is written back after the body. */
function lowerEach(head: TreeNode | undefined, body: readonly Statement[], source: Source) {
  const [list, item] = partsOf(head);
  if (head === undefined || list === undefined || item === undefined) return {};
  const span = source.place(head);
  const isPair = item.name === "Pair";
  const targets = (isPair ? partsOf(item) : [item]).map((part) => lowerTarget(part, source));
  const [first = unknownNode(span)] = targets;
  const value = targets.at(-1) ?? first;
  const items = lowerExpression(list, source);
  const isReference = source.text.slice(list.end, item.end).includes("&");
  const place: Expression = { kind: "item", object: items, index: isPair ? first : unknownNode(span), ...span };
  return {
    each: {
      target: isPair ? ({ kind: "list", items: targets, ...span } as const) : value,
      of: callNode(isPair ? "foreach pairs" : "foreach values", [items], span),
    },
    body: isReference ? [...body, assignment(place, value, false, span)] : body,
  };
}

/**
 * Whether the program may set the variable of `foreach ($items as &$value)` after the loop. It refers to the last item until `unset($value)`.
 * In an outer loop, the statements before it also run after it.
 */
function setsLastItem(node: TreeNode, head: TreeNode | undefined, source: Source): boolean {
  const [, variable] = /&\s*\$(\w+)\s*\)?\s*$/.exec(textOf(head, source)) ?? [];
  if (variable === undefined) return false;
  const ends = new RegExp(String.raw`\bunset\s*\([^)]*\$${variable}\b|\bfunction\s*&?\s*\w+\s*\(`);
  const [after = ""] = source.text.slice(node.end).split(ends);
  const before = source.text.slice(source.text.lastIndexOf("function", node.start), node.start);
  const text = (source.loops ?? []).length === 0 ? after : before + after;
  const sets = String.raw`\$${variable}\b\s*(?:\[[^\]]*\]\s*|->\w+\s*)*(?:[-+*/.%|&^?<>]{0,3}=(?![=>])|\+\+|--)|\[[^\]=]*\$${variable}\b[^\]=]*\]\s*=(?![=>])`;
  return new RegExp(String.raw`${sets}|(?:\bas|=>|&|\+\+|--)\s*&?\s*\$${variable}\b`).test(text);
}

/** Converts a `try` of PHP. */
function lowerTry(node: TreeNode, source: Source): Statement {
  const handlers: { name: string | null; body: readonly Statement[] }[] = [];
  const bodies = { try: [] as readonly Statement[], finally: [] as readonly Statement[] };
  for (const [at, part] of node.children.entries()) {
    const before = node.children[at - 1];
    if (part.name !== "Block") continue;
    const body = lowerBody([part], source);
    if (before?.name === "CatchDeclarator")
      handlers.push({ name: textOf(childOf(before, "VariableName"), source) || null, body });
    else if (before?.name === "try" || before?.name === "finally") bodies[before.name] = body;
  }
  return { kind: "try", body: bodies.try, handlers, otherwise: [], finally: bodies.finally, ...source.place(node) };
}

/** Lowers `use A\B as C;`, `use function A\f as g;`, `use A\{B, C as D};`. */
function lowerUse(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  const [, kind, prefix = "", list = ""] =
    /^use\s+(?:(function|const)\s)?\s*(?:([^{;]*)\{)?([^;}]*)/is.exec(textOf(node, source)) ?? [];
  return list.split(",").flatMap((item) => {
    const [, own = kind, name = "", alias] =
      /^\s*(?:(function|const)\s)?\s*([\w\\]+)(?:\s+as\s+(\w+))?/i.exec(item) ?? [];
    const last = name.replace(/^.*\\/s, "");
    const isClass = own === undefined;
    const sigil = isClass ? "\\" : /^c/i.test(own) ? ":" : "";
    const whole = `${sigil}${isClass ? (prefix.trim() + name).replace(/^\\/, "") : last}`;
    const [from, to] = [whole, sigil + (alias ?? last)].map((each) => (sigil === ":" ? each : each.toLowerCase()));
    if (from === undefined || to === undefined || from === to) return [];
    return [assignment(nameNode(to, span), nameNode(from, span), false, span)];
  });
}
