/** Lowers PHP functions, closures and classes to the engine's intermediate representation. */
import { childOf, itemsOf, type TreeNode, textOf } from "../copied-tree.ts";
import type { ClassStatement, Expression, FunctionStatement, Parameter, Statement } from "../engine/ir.ts";
import { assignment, callNode, nameNode, unknownNode } from "../engine/nodes.ts";
import { classNameOf, lastName, partsOf, type Source, unread } from "./lower.ts";
import { lowerAll, lowerExpression } from "./lower-expressions.ts";
import { lowerBody } from "./lower-statements.ts";
import { hasEffects } from "./names.ts";

/** Lowers a function. One with the name of a function of PHP belongs to a namespace, which the lowering does not follow. */
export function lowerFunctionDefinition(node: TreeNode, source: Source): readonly Statement[] {
  const name = textOf(childOf(node, "Name"), source).toLowerCase();
  const whole = lowerFunction(node, name, source);
  return hasEffects(name) ? [unread(`a function has the name ${name}`, source.place(node)), whole] : [whole];
}

/** Converts a function of PHP. */
function lowerFunction(node: TreeNode, name: string, source: Source): FunctionStatement {
  const list = childOf(node, "ParamList");
  const inner = { ...source, isFunction: true, loops: [] };
  return {
    kind: "function",
    name,
    parameters: partsOf(list).map((parameter) => lowerParameter(parameter, source)),
    body: [...promotedFields(list, source), ...lowerBody(partsOf(childOf(node, "Block")), inner)],
    decorators: [],
    isStatic: childOf(node, "static") === undefined ? undefined : true,
    ...source.place(node),
  };
}

/** Converts a parameter of PHP. */
function lowerParameter(node: TreeNode, source: Source): Parameter {
  const [variable, value] = partsOf(node);
  const [type] = childOf(childOf(node, "OptionalType") ?? node, "NamedType")?.children ?? [];
  const span = source.place(node);
  const ofClass =
    type === undefined || !/^\\?[A-Z]/.test(textOf(type, source))
      ? null
      : callNode("object of class", [nameNode(classNameOf(type, source), span)], span);
  return {
    name: textOf(variable, source),
    passedAs: textOf(variable, source).slice(1),
    defaultValue: value === undefined ? ofClass : lowerExpression(value, source),
    rest: node.name === "VariadicParameter" ? "*" : "",
    byReference: childOf(node, "&") === undefined ? undefined : true,
  };
}

/** Builds the assignments `$this->a = $a` of a `__construct(private $a)`. */
function promotedFields(list: TreeNode | undefined, source: Source): readonly Statement[] {
  return partsOf(list).flatMap((node) => {
    const name = textOf(childOf(node, "VariableName"), source);
    const span = source.place(node);
    const field: Expression = { kind: "attribute", object: nameNode("this", span), name, ...span };
    return node.name === "PropertyParameter" ? [assignment(field, nameNode(name, span), false, span)] : [];
  });
}

/**
 * Lowers a closure. It has copies of the variables that it uses from the moment when it is made: `function () use ($a) {…}` is the
 * result of a call with `$a` that returns the function. `fn` uses all variables in its text.
 */
export function lowerClosure(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const whole = { ...lowerFunction(node, "", source), seesOuterSelf: true as const };
  const uses = itemsOf(childOf(node, "UseList"));
  const shared = uses.filter(([first]) => first?.name === "&").map((item) => textOf(item.at(-1), source));
  const [result] = node.name === "ArrowFunction" ? partsOf(node).slice(-1) : [];
  const own = new Set([...whole.parameters.map(({ name }) => name), ...shared, "$this"]);
  const used = result === undefined ? uses.map((item) => textOf(item.at(-1), source)) : variablesIn(result, source);
  const copied = [...new Set(used)].filter((name) => !own.has(name));
  const { parameters } = whole;
  const shares: readonly Statement[] = shared.length === 0 ? [] : [{ kind: "global", names: shared, ...span }];
  const inner = { ...source, isFunction: true };
  const closure: Expression =
    result === undefined
      ? { ...whole, body: [...shares, ...whole.body] }
      : { kind: "lambda", seesOuterSelf: true, parameters, result: lowerExpression(result, inner), ...span };
  if (copied.length === 0) return closure;
  const copies = copied.map((name): Parameter => ({ name, defaultValue: null, rest: "" }));
  const callee: Expression = { kind: "lambda", parameters: copies, result: closure, ...span };
  const passed = copied.map((name) => ({ name: null, value: nameNode(name, span) }));
  return { kind: "call", callee, arguments: passed, ...span };
}

/** Lists the names of the variables in a node. */
function variablesIn(node: TreeNode, source: Source): readonly string[] {
  return node.name === "VariableName"
    ? [textOf(node, source)]
    : node.children.flatMap((child) => variablesIn(child, source));
}

/** Lowers a class, a trait, an interface, an enumeration, or a class without a name. The traits of a class are among its bases. */
export function lowerClass(node: TreeNode, source: Source): ClassStatement {
  const isNamed = node.name !== "NewExpression";
  const name = isNamed ? `\\${lastName(childOf(node, "Name"), source).toLowerCase()}` : `\\class at ${node.start}`;
  const members = partsOf(childOf(node, "DeclarationList", "EnumBody"));
  const clauses = [childOf(node, "BaseClause"), ...members.filter((member) => member.name === "UseDeclaration")];
  const bases = clauses.flatMap((clause) => (clause?.children ?? []).filter((each) => each.name.endsWith("Name")));
  const [parent] = clauses[0]?.children.filter((each) => each.name.endsWith("Name")) ?? [];
  const parentName = parent === undefined ? undefined : classNameOf(parent, source);
  const inner = { ...source, className: name, parentName, isFunction: false, loops: [] };
  return {
    kind: "class",
    name,
    bases: bases.map((each) => ({ name: null, value: nameNode(classNameOf(each, source), source.place(each)) })),
    fields: [],
    body: members.flatMap((member) => lowerMember(member, inner)),
    decorators: [],
    ...source.place(node),
  };
}

/** Converts a method or field of a class of PHP. */
function lowerMember(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  switch (node.name) {
    case "MethodDeclaration": {
      const name = textOf(childOf(node, "Name"), source).replace(/^__invoke$/i, "__call__");
      return childOf(node, "Block") === undefined ? [] : [lowerFunction(node, name, source)];
    }
    case "PropertyDeclaration":
    case "ConstDeclaration":
    case "EnumCase": {
      const hooks = childOf(node, "PropertyHooks");
      const values = lowerDeclarators(node, source);
      return hooks === undefined ? values : [...values, unread("the hooks of a property are not read", span)];
    }
    case "UseDeclaration":
      return [];
    default:
      return [unread(`${node.name} is not read`, span)];
  }
}

/** Lowers `A = 1` or `$a = 1` in a declaration. A property without a value is null; a case of an enumeration is unknown. */
export function lowerDeclarators(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  const isCase = node.name === "EnumCase";
  const declarators = isCase ? [node] : partsOf(node).filter(({ name }) => name === "VariableDeclarator");
  return declarators.map((declarator) => {
    const [name, ...values] = partsOf(declarator);
    const [value = isCase ? unknownNode(span) : { kind: "constant", constant: null, ...span }] = lowerAll(
      values,
      source,
    );
    const target = nameNode(textOf(name, source).replace(/^(?!\$)/, ":"), span);
    return assignment(target, value, false, span);
  });
}
