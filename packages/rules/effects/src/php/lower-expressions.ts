/** Lowers PHP expressions to the engine's intermediate representation. */
import { childOf, itemsOf, type TreeNode, textOf } from "../copied-tree.ts";
import type { CallArgument, DictEntry, Expression } from "../engine/ir.ts";
import { callNode, itemNode, nameNode, sequenceNode, unknownNode, unreadNode } from "../engine/nodes.ts";
import { classNameOf, lastName, partsOf, type Source } from "./lower.ts";
import { lowerClass, lowerClosure } from "./lower-definitions.ts";
import { lowerText, numberOf } from "./lower-texts.ts";
import { outputsOf } from "./names.ts";

/** Lowers an expression. An expression of an unknown kind is unread. */
export function lowerExpression(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const text = textOf(node, source);
  const parts = partsOf(node);
  const called = calls[node.name];
  // The parser takes `yield a => f()` for a call of `yield a => f`.
  if (node.children[0]?.name === "YieldExpression" && !node.name.startsWith("Paren"))
    return unreadNode("yield has a key", lowerAll(parts, source), span);
  if (called !== undefined) return callNode(called, lowerAll(parts, source), span);
  switch (node.name) {
    case "VariableName":
      return nameNode(text === "$this" ? "this" : text, span);
    case "String":
    case "HeredocString":
      return lowerText(node, source);
    case "ShellExpression":
      return callNode("shell_exec", [lowerText(node, source)], span);
    case "Integer":
    case "Float":
      return { kind: "number", number: numberOf(text), ...span };
    case "Boolean":
      return { kind: "constant", constant: text.length === 4, ...span };
    case "null":
      return { kind: "constant", constant: null, ...span };
    case "Name":
    case "QualifiedName":
      return /^(exit|die)$/i.test(text) ? callNode("exit", [], span) : nameNode(`:${lastName(node, source)}`, span);
    case "ParenthesizedExpression":
    case "CastExpression":
      return lowerFirst(parts, node, source);
    case "UnaryExpression": {
      const operand = lowerFirst(parts, node, source);
      const operator = text.startsWith("!") ? "not" : text.charAt(0);
      return operator === "@" ? operand : { kind: "unary", operator, operand, ...span };
    }
    case "SequenceExpression":
      return sequenceNode(lowerAll(parts, source), span);
    case "ConditionalExpression": {
      const [condition = unknownNode(span), ...choices] = lowerAll(parts, source);
      // `a ?: b` is `a` or `b`.
      if (choices.length === 1) return { kind: "either", condition: null, choices: [condition, ...choices], ...span };
      return { kind: "either", condition, choices, ...span };
    }
    case "BinaryExpression":
      return lowerBinary(node, source);
    case "MatchExpression": {
      const [subject, block] = parts;
      const arms = partsOf(block).map((arm) => lowerAll(partsOf(arm), source));
      const tests = [lowerFirst(subject ? [subject] : [], node, source), ...arms.flatMap((arm) => arm.slice(0, -1))];
      const choices = arms.flatMap((arm) => arm.slice(-1));
      return { kind: "either", condition: sequenceNode(tests, span), choices, ...span };
    }
    case "AssignmentExpression":
    case "UpdateExpression":
      return lowerAssignment(node, source);
    case "YieldExpression": {
      const [first] = parts;
      const isPair = first?.name === "Pair";
      const [key, value = key ?? null] = lowerAll(isPair ? partsOf(first) : parts, source);
      const yielded = isPair && key !== undefined && value !== null ? sequenceNode([key, value], span) : value;
      return { kind: "wait", value: yielded, yields: childOf(node, "from") === undefined ? "one" : "each", ...span };
    }
    case "ThrowExpression":
      return unknownNode(span, lowerAll(parts, source));
    case "FunctionExpression":
    case "ArrowFunction":
      return lowerClosure(node, source);
    case "NewExpression": {
      const isClass = childOf(node, "class") !== undefined;
      const callee = isClass ? lowerClass(node, source) : lowerClassNamed(parts[0] ?? node, source);
      return { kind: "call", callee, arguments: lowerArguments(childOf(node, "ArgList"), source), ...span };
    }
    case "ArrayExpression":
    case "ListExpression":
      return lowerArray(node, source);
    case "SubscriptExpression": {
      const [object, index] = lowerAll(parts, source);
      if (object?.kind === "name" && object.name === "$GLOBALS" && index !== undefined)
        return variableNamed(index, node, source);
      return itemNode(object ?? unknownNode(span), index ?? unknownNode(span), span);
    }
    case "DynamicVariable":
      return variableNamed(lowerFirst(parts, node, source), node, source);
    case "MemberExpression":
    case "ScopedExpression":
      return lowerMember(node, false, source);
    case "CallExpression":
      return lowerCall(node, source);
    default:
      return unreadNode(`${node.name} is not read`, lowerAll(parts, source), span);
  }
}

/** Syntax that is a call of a function. */
const calls: Readonly<Record<string, string>> = {
  IncludeExpression: "include",
  RequireExpression: "include",
  CloneExpression: "clone",
  PrintIntrinsic: "print",
};

/** Lowers several expressions. */
export function lowerAll(nodes: readonly TreeNode[], source: Source): readonly Expression[] {
  return nodes.map((node) => lowerExpression(node, source));
}

/** Lowers the first of the nodes; unknown if not found. */
function lowerFirst([first]: readonly TreeNode[], node: TreeNode, source: Source): Expression {
  if (first !== undefined) return lowerExpression(first, source);
  return unreadNode(`${node.name} is not read`, [], source.place(node));
}

const operators: Readonly<Record<string, string>> = { ".": "+", "===": "==", "!==": "!=", "<>": "!=" };

/** Converts an expression of PHP with two operands. */
function lowerBinary(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const operator = node.children.find(({ name }) => name.endsWith("Op"));
  const sign = textOf(operator, source).toLowerCase();
  const [left = unknownNode(span), right = unknownNode(span)] = lowerAll(partsOf(node), source);
  if (sign === "instanceof") return unknownNode(span, [left]);
  if (/^(&&|\|\||\?\?|and|or)$/.test(sign)) {
    const others = /^(&&|and)$/.test(sign) ? "if true" : sign === "??" ? undefined : "if false";
    return { kind: "either", condition: null, choices: [left, right], others, ...span };
  }
  return { kind: "binary", operator: operators[sign] ?? sign, left, right, ...span };
}

/** Converts an array of PHP to a list or a dictionary. */
function lowerArray(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const all = itemsOf(childOf(node, "ValueList") ?? node);
  const items = all.filter(([first]) => first !== undefined && first.name !== "array");
  const isReference = items.some((item) => item[0]?.name === "&" || childOf(item[0], "&") !== undefined);
  const entries = items.map((item, at): DictEntry => {
    const { name } = item[0] ?? node;
    const inner = name === "Pair" || name === "VariadicUnpacking" ? partsOf(item[0]) : item.slice(-1);
    const [first = unknownNode(span), second] = lowerAll(inner, source);
    if (second !== undefined) return { key: first, value: second };
    return { key: name === "VariadicUnpacking" ? null : { kind: "number", number: at, ...span }, value: first };
  });
  const values = entries.map(
    ({ key, value }): Expression => (key === null ? { kind: "spread", value, ...span } : value),
  );
  const isList = items.every(([item]) => item?.name !== "Pair");
  const whole: Expression = isList ? { kind: "list", items: values, ...span } : { kind: "dict", entries, ...span };
  return isReference ? unreadNode("an array holds a reference to a variable", [whole], span) : whole;
}

/** Lowers the target of an assignment: `$a`, `$a->b`, `[$a, , $b]`, `['k' => $a]`. */
export function lowerTarget(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  if (node.name !== "ArrayExpression" && node.name !== "ListExpression") return lowerExpression(node, source);
  const items = itemsOf(childOf(node, "ValueList") ?? node).map((item) => item.at(-1));
  const targetOf = (item: TreeNode | undefined): Expression =>
    // A name that no program can use takes the item of an empty place.
    item === undefined ? nameNode("$", span) : lowerTarget(item, source);
  if (!items.some((item) => item?.name === "Pair")) return { kind: "list", items: items.map(targetOf), ...span };
  const entries = items.map((item): DictEntry => {
    const [key, value] = partsOf(item);
    return { key: key === undefined ? null : lowerExpression(key, source), value: targetOf(value) };
  });
  return { kind: "dict", entries, ...span };
}

/** Lowers `a = b`, `a += b` and `a++`. An assignment by reference is unread, as both names are the same variable from then on. */
function lowerAssignment(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const [to = node, from] = partsOf(node);
  const sign = node.children.find(({ name }) => name.endsWith("Op")) ?? node;
  const operator = textOf(sign, source).replace(/^(\.|.+?)=?$/, "$1");
  const value: Expression = from === undefined ? { kind: "number", number: 1, ...span } : lowerExpression(from, source);
  const [object, index] = partsOf(to);
  if (operator === "=" && to.name === "SubscriptExpression" && object !== undefined && index === undefined)
    return updateOf(lowerExpression(object, source), "+", { kind: "list", items: [value], ...span });
  const target = lowerTarget(to, source);
  if (operator === "??") return updateOf(target, "??", value);
  if (operator === ".") return updateOf(target, "+", value);
  if (operator !== "=") {
    const result = sign.start < to.start ? "after" : "before";
    return updateOf(target, from === undefined ? operator.charAt(0) : operator, value, result);
  }
  const whole: Expression = { kind: "assign", target, value, ...span };
  return childOf(node, "&") === undefined ? whole : unreadNode("a variable is a reference to another", [whole], span);
}

/** Builds the node of an assignment that uses the old value, such as `$a .= "x"` or `$i++`. */
function updateOf(target: Expression, operator: string, value: Expression, result?: "before" | "after"): Expression {
  const { start, end } = target;
  return { kind: "update", target, operator, value, result, start, end: Math.max(end, value.end) };
}

/** Lowers a variable whose name is computed: `$$name`, `$GLOBALS["name"]`. */
export function variableNamed(name: Expression, node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  return itemNode(nameNode("$GLOBALS", span), { kind: "template", parts: ["$", name], ...span }, span);
}

/** A member of an object or a class: a property `$b`, a constant `:b`, or a method `b`. */
function lowerMember(node: TreeNode, isCalled: boolean, source: Source): Expression {
  const span = source.place(node);
  const [owner, named] = partsOf(node);
  const isScoped = node.name === "ScopedExpression";
  const [member = node] = isScoped ? partsOf(named) : [named];
  const object = isScoped
    ? lowerOwner(owner ?? node, isCalled, source)
    : lowerFirst(owner ? [owner] : [], node, source);
  const text = textOf(member, source);
  if (isScoped && text.toLowerCase() === "class") return callNode("name of class", [object], span);
  const sigil = isCalled ? "" : isScoped ? ":" : "$";
  if (member.name === "Name")
    return { kind: "attribute", object, name: isCalled && text === "__invoke" ? "__call__" : sigil + text, ...span };
  if (isScoped && !isCalled && member.name === "VariableName")
    return { kind: "attribute", object, name: text, ...span };
  const name = lowerFirst(member.name === "DynamicMemberName" ? partsOf(member) : [member], node, source);
  if (isCalled) return callNode("member", [object, name], span);
  return itemNode(object, { kind: "template", parts: [sigil, name], ...span }, span);
}

/** A class by its name, or the class of an object or a text: `A`, `$class`. */
function lowerClassNamed(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  return isName(node)
    ? nameNode(classNameOf(node, source), span)
    : callNode("class named", [lowerExpression(node, source)], span);
}

/** Lowers the class of `A::b`; `self` and `parent` mean the current object. */
function lowerOwner(node: TreeNode, isCalled: boolean, source: Source): Expression {
  const owner = lowerClassNamed(node, source);
  const isOwn = isCalled && /^(self|static|parent)$/i.test(textOf(node, source));
  // `static` may be a class that extends the one around the code.
  if (!isCalled && /^static$/i.test(textOf(node, source)))
    return { kind: "either", condition: null, choices: [owner, unknownNode(owner)], ...source.place(node) };
  return isOwn ? callNode("in class", [nameNode("this", source.place(node)), owner], source.place(node)) : owner;
}

/** Whether a node is the name of a function, class or constant. */
function isName({ name }: TreeNode): boolean {
  return name === "Name" || name === "QualifiedName";
}

/** Converts a call of PHP. */
function lowerCall(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  const list = childOf(node, "ArgList");
  const [called = node] = node.children;
  const name = isName(called) ? lastName(called, source).toLowerCase().replace(/^die$/, "exit") : "";
  const callee: Expression =
    name !== ""
      ? nameNode(name, span)
      : /^(Member|Scoped)Expression$/.test(called.name)
        ? lowerMember(called, true, source)
        : callNode("callable", [lowerExpression(called, source)], span);
  // `strlen(...)` is the function itself.
  if (/^\(\s*\.\.\.\s*\)$/.test(textOf(list, source))) return callee;
  const call: Expression = { kind: "call", callee, arguments: lowerArguments(list, source), ...span };
  const outputs = outputsOf(name).flatMap((at) => call.arguments[at]?.value ?? []);
  if (outputs.length === 0) return call;
  // Afterwards, the arguments that a function sets are unknownNode from its result: `preg_match($a, $b, $matches)`.
  const result = nameNode(`$result at ${node.start}`, span);
  const assigned = (target: Expression, value: Expression): Expression => ({
    kind: "assign",
    target,
    value,
    ...span,
  });
  const sets = outputs.map((target) => assigned(target, unknownNode(span, [result])));
  return sequenceNode([assigned(result, call), ...sets, result], span);
}

/** Converts the arguments of a call of PHP. */
function lowerArguments(list: TreeNode | undefined, source: Source): readonly CallArgument[] {
  return partsOf(list).map((argument): CallArgument => {
    if (argument.name === "SpreadArgument")
      return { name: "*", value: lowerFirst(partsOf(argument), argument, source) };
    if (argument.name !== "NamedArgument") return { name: null, value: lowerExpression(argument, source) };
    const [name, ...value] = partsOf(argument);
    return { name: textOf(name, source), value: lowerFirst(value, argument, source) };
  });
}
