// Variables: where names are looked up, and how declarations, assignments and patterns set them.

import type { SyntaxNode } from "@lezer/common";
import { moduleName } from "./catalogue.ts";
import { evaluate } from "./interpret.ts";
import type { Interpreter } from "./interpreter.ts";
import { memberOf } from "./members.ts";
import { hasToken, partsOf, textOfNode, unescapeText } from "./syntax.ts";
import { joined, libraryValue, listValue, type Scope, unknownFrom, unknownValue, type Value } from "./value.ts";

/** The value of a name: of a variable, or of a global. */
export function lookUp(name: string, { scope }: Interpreter): Value {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const value = at.names.get(name);
    if (value !== undefined) return value;
  }
  if (/^(globalThis|global|window|self)$/.test(name)) return libraryValue("globalThis");
  return name === "undefined" ? unknownValue : libraryValue(moduleName(name));
}

/** Binds the names of a pattern to a value, or assigns to the place that an expression names. */
export function bind(pattern: SyntaxNode | null | undefined, value: Value, interpreter: Interpreter): void {
  if (!pattern) return;
  switch (pattern.name) {
    case "VariableDefinition":
      declare(textOfNode(pattern, interpreter.code), value, interpreter);
      break;
    case "VariableName":
      assign(textOfNode(pattern, interpreter.code), value, interpreter);
      break;
    case "ArrayPattern":
    case "ArrayExpression":
      bindItems(pattern, value, interpreter);
      break;
    case "ObjectPattern":
    case "ObjectExpression":
      bindFields(pattern, value, interpreter);
      break;
    case "MemberExpression":
      assignMember(pattern, value, interpreter);
      break;
    case "ParenthesizedExpression":
      bind(partsOf(pattern)[0], value, interpreter);
  }
}

/** Sets a variable of the current scope. */
export function declare(name: string, value: Value, { scope, certainty }: Interpreter): void {
  const before = scope.names.get(name);
  scope.names.set(name, before !== undefined && certainty !== "certain" ? joined([before, value]) : value);
}

/** Sets the variable that a name refers to. In a branch, it may keep its value. */
function assign(name: string, value: Value, interpreter: Interpreter): void {
  const { scope, certainty, active } = interpreter;
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const before = at.names.get(name);
    if (before === undefined) continue;
    const isCertain = certainty === "certain" && (at === scope || active.size === 0);
    at.names.set(name, isCertain ? value : joined([before, value]));
    return;
  }
  let outermost = scope;
  while (outermost.parent !== null) outermost = outermost.parent;
  outermost.names.set(name, value);
}

function bindItems(pattern: SyntaxNode, value: Value, interpreter: Interpreter): void {
  let index = 0;
  for (let child = pattern.firstChild?.nextSibling ?? null; child; child = child.nextSibling) {
    if (child.name === "," || child.name === "]") index += child.name === "," ? 1 : 0;
    else if (child.name === "Spread") {
      bind(child.nextSibling, restOf(value, index), interpreter);
      return;
    } else if (/Pattern$|^Variable|Expression$/.test(child.name))
      bind(child, memberOf(value, String(index), interpreter), interpreter);
  }
}

function restOf(value: Value, from: number): Value {
  return joined(
    value.alternatives.map((each) =>
      each.kind === "list" ? listValue(each.items.slice(from), value.from) : unknownFrom(value.from),
    ),
  );
}

function bindFields(pattern: SyntaxNode, value: Value, interpreter: Interpreter): void {
  for (const property of [...pattern.getChildren("PatternProperty"), ...pattern.getChildren("Property")]) {
    const [key, target, fallback] = partsOf(property);
    if (key === undefined) continue;
    if (hasToken(property, "Spread")) {
      bind(key, value, interpreter);
      continue;
    }
    const name = unescapeText(textOfNode(key, interpreter.code).replace(/^(['"])(.*)\1$/, "$2"));
    const member = memberOf(value, name, interpreter);
    const isRenamed = property.getChild(":") !== null && target !== undefined;
    const byDefault = isRenamed ? fallback : target;
    const whole = byDefault === undefined ? member : joined([member, evaluate(byDefault, interpreter)]);
    if (isRenamed) bind(target, whole, interpreter);
    else declare(name, whole, interpreter);
  }
}

function assignMember(node: SyntaxNode, value: Value, interpreter: Interpreter): void {
  const [object, property] = partsOf(node);
  const name = textOfNode(property, interpreter.code).replace(/^(['"])(.*)\1$/, "$2");
  for (const each of evaluate(object, interpreter).alternatives) {
    if (each.kind === "library" && /^(?:process|Bun|import\.meta)\.env$/.test(each.name))
      interpreter.environment.set(name, value);
    if (each.kind !== "object") continue;
    const before = each.fields.get(name);
    each.fields.set(
      name,
      before !== undefined && interpreter.certainty !== "certain" ? joined([before, value]) : value,
    );
  }
}
