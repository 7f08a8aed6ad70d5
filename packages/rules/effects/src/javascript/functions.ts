// Functions and classes that the program defines, and calls of values.

import type { SyntaxNode } from "@lezer/common";
import { bind, declare } from "./bindings.ts";
import { evaluate } from "./interpret.ts";
import { type Call, emitUnknown, type Interpreter } from "./interpreter.ts";
import { callLibrary } from "./library-call.ts";
import { callMethod } from "./methods.ts";
import { hasToken, partsOf, textOfNode } from "./syntax.ts";
import {
  type Alternative,
  type FunctionValue,
  isCallable,
  joined,
  joinedOrigins,
  known,
  listValue,
  type ObjectValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

/** The value of a function expression, declaration or method. */
export function defineFunction(node: SyntaxNode, interpreter: Interpreter): Value {
  const { scope, code } = interpreter;
  const value: FunctionValue = { kind: "function", node, scope, code };
  interpreter.functions.set(keyOf(value), value);
  return known(value);
}

/** The value of a class: an object with its methods. Its instances share them. */
export function defineClass(node: SyntaxNode, interpreter: Interpreter): Value {
  const fields = new Map<string, Value>();
  const value = known({ kind: "object", fields });
  const name = node.getChild("VariableDefinition");
  if (name) declare(textOfNode(name, interpreter.code), value, interpreter);
  const body = node.getChild("ClassBody");
  for (const member of partsOf(node))
    if (member.name !== "ClassBody") copyFields(evaluate(member, interpreter), fields);
  const outer = interpreter.scope;
  interpreter.scope = { names: new Map([["this", value]]), parent: outer };
  for (const member of partsOf(body)) {
    const key = textOfNode(
      member.getChild("PropertyDefinition") ?? member.getChild("PrivatePropertyDefinition"),
      interpreter.code,
    );
    if (member.name === "MethodDeclaration") fields.set(key, defineFunction(member, interpreter));
    else if (member.name === "PropertyDeclaration" && hasToken(member, "Equals"))
      fields.set(
        key,
        evaluate(member.lastChild?.name === ";" ? member.lastChild.prevSibling : member.lastChild, interpreter),
      );
    else evaluate(member, interpreter);
  }
  interpreter.scope = outer;
  return value;
}

function copyFields({ alternatives }: Value, fields: Map<string, Value>): void {
  for (const each of alternatives)
    if (each.kind === "object") for (const [name, field] of each.fields) fields.set(name, field);
}

function keyOf({ node, code }: FunctionValue): string {
  return `${node.from}:${node.to}:${code.length}`;
}

/** Calls a value with arguments. */
export function callValue(callee: Value, call: Call): Value {
  if (call.interpreter.nesting.work.left <= 0) return unknownValue;
  return joined(callee.alternatives.map((each) => callAlternative(each, callee, call)));
}

/** Calls a function after the rest of the program: a callback. */
export function callLater(callee: Value, call: Call): void {
  const { interpreter } = call;
  const { certainty, place } = interpreter;
  interpreter.later.push(() => {
    Object.assign(interpreter, { certainty, place });
    callValue(callee, call);
  });
}

function callAlternative(each: Alternative, callee: Value, call: Call): Value {
  const { args, self, span, interpreter } = call;
  switch (each.kind) {
    case "library":
      return callLibrary({ ...call, name: each.name, args: [...(each.bound ?? []), ...args] }, callee.from);
    case "dynamic":
      emitUnknown(interpreter, each.library, `it is unknown which function of ${each.library} is called`, span);
      break;
    case "function":
      return callFunction(each, args, interpreter, self);
    case "method":
      return callMethod({ ...call, name: each.name, self: each.object });
    case "object":
      return construct(each, args, interpreter);
  }
  for (const arg of args)
    if (isCallable(arg))
      callValue(arg, { args: [unknownFrom(callee.from), unknownFrom(callee.from)], span, interpreter });
  return unknownFrom(joinedOrigins([callee, ...args]));
}

/** `new A(…)`: calls the constructor. */
function construct(type: ObjectValue, args: readonly Value[], interpreter: Interpreter): Value {
  const self = known(type, joinedOrigins(args));
  const initializer = type.fields.get("constructor");
  for (const each of initializer?.alternatives ?? [])
    if (each.kind === "function") callFunction(each, args, interpreter, self);
  return self;
}

const deepestCalls = 12;

/** Interprets the body of a function. @returns what it returns */
function callFunction(value: FunctionValue, args: readonly Value[], interpreter: Interpreter, self?: Value): Value {
  const key = keyOf(value);
  const { active, called, code, scope, returned, level } = interpreter;
  called.add(key);
  if (active.has(key) || active.size > deepestCalls) return unknownValue;
  active.add(key);
  interpreter.code = value.code;
  interpreter.scope = { names: new Map(self === undefined ? [] : [["this", self]]), parent: value.scope };
  interpreter.returned = [];
  bindParameters(value.node, args, interpreter);
  const body = value.node.lastChild;
  const result = evaluate(body, interpreter);
  const results = body?.name === "Block" ? interpreter.returned : [result];
  Object.assign(interpreter, { code, scope, returned, level });
  active.delete(key);
  return results.length === 0 ? unknownValue : joined(results);
}

function bindParameters(node: SyntaxNode, args: readonly Value[], interpreter: Interpreter): void {
  let index = 0;
  const list = node.getChild("ParamList");
  for (let child = list?.firstChild ?? null; child; child = child.nextSibling) {
    if (child.name === "Spread") {
      bind(child.nextSibling, listValue(args.slice(index)), interpreter);
      return;
    }
    if (!/^(VariableDefinition|ArrayPattern|ObjectPattern)$/.test(child.name)) continue;
    const passed = args[index++];
    const byDefault = child.nextSibling?.name === "Equals" ? child.nextSibling.nextSibling : null;
    bind(child, passed ?? (byDefault ? evaluate(byDefault, interpreter) : unknownValue), interpreter);
  }
}

/** Interprets the functions that nothing has called: something outside of the program may call them. */
export function callUncalledFunctions(interpreter: Interpreter): void {
  const { functions, called } = interpreter;
  interpreter.certainty = "possible";
  for (const [key, value] of functions) if (!called.has(key)) callFunction(value, [], interpreter);
}
