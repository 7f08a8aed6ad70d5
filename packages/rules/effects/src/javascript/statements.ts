// The effects of statements.

import type { SyntaxNode } from "@lezer/common";
import { bind } from "./bindings.ts";
import { defineClass, defineFunction } from "./functions.ts";
import { evaluate } from "./interpret.ts";
import { type Interpreter, possibly } from "./interpreter.ts";
import { loadModule } from "./load-module.ts";
import { memberOf } from "./members.ts";
import { hasToken, partsOf, textOfNode, unescapeText } from "./syntax.ts";
import { joined, joinedOrigins, textValue, unknownFrom, unknownValue, type Value } from "./value.ts";

type Evaluate = (node: SyntaxNode, interpreter: Interpreter) => Value;

/** How the kinds of statements are interpreted. */
export const statements: ReadonlyMap<string, Evaluate> = new Map<string, Evaluate>([
  ["Script", block],
  ["Block", block],
  ["SwitchBody", block],
  ["ExpressionStatement", (node, interpreter) => evaluate(partsOf(node)[0], interpreter)],
  ["FunctionDeclaration", declareFunction],
  ["ClassDeclaration", defineClass],
  ["VariableDeclaration", declareVariables],
  ["ImportDeclaration", importDeclaration],
  ["ReturnStatement", returnStatement],
  ["IfStatement", branches],
  ["SwitchStatement", branches],
  ["CatchClause", branches],
  ["WhileStatement", loop],
  ["ForStatement", loop],
  ["DoStatement", loop],
  ["ForOfSpec", bindItem],
  ["ForInSpec", bindItem],
]);

/** Interprets all parts of a node whose kind has no rule of its own. */
export function evaluateParts(node: SyntaxNode, interpreter: Interpreter): Value {
  const values = partsOf(node)
    .filter(({ name }) => !/Definition$|Name$|Op$/.test(name) || name === "VariableName")
    .map((each) => evaluate(each, interpreter));
  return unknownFrom(joinedOrigins(values));
}

/** Functions are defined before the statements of their block run. @returns the value of the last expression */
function block(node: SyntaxNode, interpreter: Interpreter): Value {
  const parts = partsOf(node);
  for (const each of parts) {
    const declaration = each.name === "ExportDeclaration" ? each.getChild("FunctionDeclaration") : each;
    if (declaration?.name === "FunctionDeclaration") declareFunction(declaration, interpreter);
  }
  let last = unknownValue;
  for (const each of parts) {
    const value = each.name === "FunctionDeclaration" ? unknownValue : evaluate(each, interpreter);
    if (each.name === "ExpressionStatement") last = value;
  }
  return last;
}

function declareFunction(node: SyntaxNode, interpreter: Interpreter): Value {
  const value = defineFunction(node, interpreter);
  bind(node.getChild("VariableDefinition"), value, interpreter);
  return value;
}

function declareVariables(node: SyntaxNode, interpreter: Interpreter): Value {
  let pattern: SyntaxNode | null = null;
  for (const each of partsOf(node)) {
    if (/^(VariableDefinition|ObjectPattern|ArrayPattern)$/.test(each.name)) {
      bind(each, unknownValue, interpreter);
      pattern = each;
    } else if (pattern !== null) {
      bind(pattern, evaluate(each, interpreter), interpreter);
      pattern = null;
    }
  }
  return unknownValue;
}

function importDeclaration(node: SyntaxNode, interpreter: Interpreter): Value {
  const { code } = interpreter;
  const name = unescapeText(textOfNode(node.getChild("String"), code).slice(1, -1));
  const module = loadModule({ name: "import", args: [textValue(name)], span: node, interpreter });
  for (const each of node.getChildren("VariableDefinition")) bind(each, module, interpreter);
  let imported: string | undefined;
  for (let each = node.getChild("ImportGroup")?.firstChild ?? null; each; each = each.nextSibling) {
    if (each.name === "VariableName") imported = textOfNode(each, code);
    if (each.name !== "VariableDefinition") continue;
    bind(each, memberOf(module, imported ?? textOfNode(each, code), interpreter), interpreter);
    imported = undefined;
  }
  return unknownValue;
}

function returnStatement(node: SyntaxNode, interpreter: Interpreter): Value {
  const [part] = partsOf(node);
  const value = part === undefined ? unknownValue : evaluate(part, interpreter);
  interpreter.returned.push(value);
  return value;
}

/** `if`, `switch` and `catch`: the condition is evaluated, and each branch may run. */
function branches(node: SyntaxNode, interpreter: Interpreter): Value {
  const [condition, ...others] = partsOf(node);
  if (condition?.name === "ParenthesizedExpression") evaluate(condition, interpreter);
  else if (condition !== undefined) others.unshift(condition);
  return possibly(interpreter, () => joined([unknownValue, ...others.map((each) => evaluate(each, interpreter))]));
}

/** A loop without an end, such as `while (true)`. */
const endless = /^(while\s*\(\s*(true|1|!0)\s*\)|for\s*\(\s*;\s*;|do\b)/;

function loop(node: SyntaxNode, interpreter: Interpreter): Value {
  const text = textOfNode(node, interpreter.code);
  const before = interpreter.isEndless;
  const isEndless =
    endless.test(text.slice(0, 40)) &&
    (node.name !== "DoStatement" || /while\s*\(\s*(true|1|!0)\s*\)\s*;?$/.test(text.slice(-40))) &&
    !/\b(break|return|throw|await|exit)\b/.test(text);
  interpreter.isEndless ||= isEndless;
  evaluateParts(node, interpreter);
  interpreter.isEndless = before;
  return unknownValue;
}

/** `of` and `in` of a loop: the variable is any of the items. */
function bindItem(node: SyntaxNode, interpreter: Interpreter): Value {
  const iterated = evaluate(node.lastChild?.name === ")" ? node.lastChild.prevSibling : node.lastChild, interpreter);
  const items = iterated.alternatives.flatMap((each) =>
    each.kind === "list" ? each.items : [unknownFrom(iterated.from)],
  );
  const pattern =
    node.getChild("VariableDefinition") ?? node.getChild("ArrayPattern") ?? node.getChild("ObjectPattern");
  const isKey = node.name === "ForInSpec" && !hasToken(node, "of");
  bind(pattern, isKey || items.length === 0 ? unknownFrom(iterated.from) : joined(items), interpreter);
  return iterated;
}
