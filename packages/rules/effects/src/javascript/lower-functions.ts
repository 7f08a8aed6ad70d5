/** Lowers JavaScript functions, methods and classes to the engine's intermediate representation. */
import { childOf, itemsOf, type Source, type TreeNode, textOf } from "../copied-tree.ts";
import type { ClassStatement, Expression, FunctionStatement, LambdaFunction, Statement } from "../engine/ir.ts";
import { nameNode } from "../engine/nodes.ts";
import { declaration, nothing, partsOf } from "./lower.ts";
import { lowerAll, lowerExpression, lowerInner, lowerKey } from "./lower-expressions.ts";
import { lowerStatements } from "./lower-statements.ts";
import { lowerParameters, lowerTarget, namesIn, targetAndDefault } from "./lower-targets.ts";

/** Lowers a function, a method of an object or an arrow function. */
export function lowerFunction(node: TreeNode, source: Source): FunctionStatement | LambdaFunction {
  const span = source.place(node);
  const parameters = lowerParameters(node, source);
  const body = node.children.at(-1);
  if (node.name === "ArrowFunction" && body !== undefined && body.name !== "Block")
    return { kind: "lambda", parameters, result: lowerExpression(body, source), seesOuterSelf: true, ...span };
  const name = node.name === "Property" ? "" : textOf(childOf(node, "VariableDefinition"), source);
  const names = parameters.flatMap((each) => (each.pattern === undefined ? [each.name] : namesIn(each.pattern)));
  const statements = lowerBody(childOf(node, "Block")?.children ?? [], names, source);
  const written: FunctionStatement = {
    kind: "function",
    name,
    parameters,
    body: [...fieldsOfParameters(node, source), ...statements],
    decorators: [],
    seesOuterSelf: node.name === "ArrowFunction" ? true : undefined,
    ...span,
  };
  // A function expression sees its own name.
  const callsItself =
    node.name === "FunctionExpression" && name !== "" && source.text.slice(node.start, node.end).split(name).length > 2;
  return callsItself ? { ...written, body: [written, ...written.body] } : written;
}

/** Builds the assignments `this.a = a` of a `constructor(private a)`. */
function fieldsOfParameters(node: TreeNode, source: Source): readonly Statement[] {
  return itemsOf(childOf(node, "ParamList")).flatMap((item): readonly Statement[] => {
    const [target] = targetAndDefault(item);
    if (target === undefined || !item.some(({ name }) => name === "Privacy" || name === "readonly")) return [];
    const [span, name] = [source.place(target), textOf(target, source)];
    const field = { kind: "attribute" as const, object: nameNode("this", span), name, ...span };
    return [{ kind: "assignment", targets: [field], value: nameNode(name, span), ...span }];
  });
}

/**
 * Lowers the body of a function or a program. Variables that are declared with `var` belong to the whole body.
 *
 * @param parameters - the names of the parameters
 */
export function lowerBody(
  nodes: readonly TreeNode[],
  parameters: readonly string[],
  source: Source,
): readonly Statement[] {
  const span = source.place({ start: nodes[0]?.start ?? 0, end: nodes[0]?.start ?? 0 });
  const names = [...new Set(varNamesIn(nodes, source))].filter((name) => !parameters.includes(name));
  const targets = names.map((name) => nameNode(name, span));
  const declared = targets.length === 0 ? [] : [declaration(targets, nothing(span), span)];
  return [...declared, ...lowerStatements(nodes, source)];
}

/** The variables that are declared with `var`, outside of functions inside. */
function varNamesIn(nodes: readonly TreeNode[], source: Source): readonly string[] {
  const targets: TreeNode[] = [];
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (/Function|^Class|^MethodDeclaration$|^Property$/.test(node.name)) continue;
    if (childOf(node, "var") !== undefined)
      targets.push(...itemsOf(node).flatMap((item) => targetAndDefault(item)[0] ?? []));
    waiting.push(...node.children);
  }
  return targets.flatMap((target) => namesIn(lowerTarget(target, source)));
}

/** Lowers a class: its methods and fields are statements of its body. */
export function lowerClass(node: TreeNode, source: Source): ClassStatement {
  const bases = partsOf(node).filter(({ name }) => name !== "ClassBody" && name !== "Decorator");
  return {
    kind: "class",
    name: textOf(childOf(node, "VariableDefinition"), source),
    bases: lowerAll(bases, source).map((value) => ({ name: null, value })),
    fields: [],
    body: (childOf(node, "ClassBody")?.children ?? []).flatMap((member) => lowerClassMember(member, source)),
    decorators: decoratorsOf(node, source),
    ...source.place(node),
  };
}

/** Returns the decorators of a class member and of its parameters. */
function decoratorsOf(node: TreeNode, source: Source): readonly Expression[] {
  const lists = [node, ...node.children.filter(({ name }) => name === "ParamList")];
  return lists
    .flatMap(({ children }) => children.filter(({ name }) => name === "Decorator"))
    .map((each) => lowerInner(each, source));
}

/** Converts a method or field of a class. */
function lowerClassMember(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  const expressionOf = (value: Expression): Statement => ({ kind: "expression", value, ...span });
  if (node.name === "StaticBlock")
    return [{ kind: "block", body: lowerBody(childOf(node, "Block")?.children ?? [], [], source), ...span }];
  if (!/^(Method|Property)Declaration$/.test(node.name)) return lowerAll(partsOf(node), source).map(expressionOf);
  const [key] = lowerKey(node, source);
  const name = key.kind === "text" ? key.text : "";
  const computed = key.kind === "text" ? [] : [expressionOf(key)];
  const decorators = decoratorsOf(node, source);
  if (node.name === "PropertyDeclaration") {
    const [, byDefault] = targetAndDefault(node.children);
    const before = [...computed, ...decorators.map(expressionOf)];
    if (byDefault === undefined) return before;
    const value = lowerExpression(byDefault, source);
    return [...before, declaration([nameNode(name, span)], value, span)];
  }
  const method = lowerFunction(node, source);
  if (method.kind !== "function" || childOf(node, "Block") === undefined) return computed;
  const isGetter = childOf(node, "get") !== undefined;
  const own: FunctionStatement = {
    ...method,
    name: childOf(node, "set") === undefined ? name : `set ${name}`,
    decorators: isGetter ? [...decorators, nameNode("property", span)] : decorators,
    isStatic: childOf(node, "static") === undefined ? undefined : true,
  };
  return [...computed, own];
}
