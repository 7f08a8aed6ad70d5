import { joinTexts } from "../bounded-text.ts";
import { type Call, type Evaluation, possibly, spend } from "./evaluation.ts";
import { memberValue } from "./members.ts";
import { binaryValue, indexValue } from "./operators.ts";
import type { Expression } from "./syntax.ts";
import { arrayOf, originsOf, textOf, textValue, unknownValue, type Value } from "./value.ts";
import { variableValue } from "./variables.ts";

/** Evaluates an expression; the commands inside it add their effects. */
export function evaluateExpression(expression: Expression, evaluation: Evaluation): Value {
  const { kind } = expression;
  const call: Call = { by: "", span: expression, input: undefined, evaluation };
  if (kind === "text") return joinParts(expression.parts, evaluation);
  if (kind === "variable") return variableValue(expression.name, evaluation);
  if (kind === "block") return { from: [], block: expression.block };
  if (!spend(0.2, call)) return unknownValue;
  switch (kind) {
    case "statements":
      return evaluation.runStatements(expression.statements, evaluation);
    case "hash": {
      const fields = new Map<string, Value>();
      for (const [key, statements] of expression.entries) {
        const name = textOf(evaluateExpression(key, evaluation));
        const value = evaluation.runStatements(statements, evaluation);
        if (name !== undefined) fields.set(name.toLowerCase(), value);
      }
      return { fields, from: originsOf(...fields.values()) };
    }
    case "array":
      return arrayOf(expression.items.map((item) => evaluateExpression(item, evaluation)));
    case "binary": {
      const left = evaluateExpression(expression.left, evaluation);
      const isLazy = /^-(?:and|or)$|\?\?/.test(expression.operator);
      const right = isLazy
        ? possibly(evaluation, () => evaluateExpression(expression.right, evaluation))
        : evaluateExpression(expression.right, evaluation);
      return binaryValue(expression.operator, left, right);
    }
    case "unary": {
      const operand = evaluateExpression(expression.operand, evaluation);
      if (expression.operator === "-join") return binaryValue("-join", operand, textValue(""));
      if (expression.operator === ",") return arrayOf([operand]);
      if (expression.operator === "-" && operand.text !== undefined) return { ...operand, text: `-${operand.text}` };
      return { from: operand.from };
    }
    case "type":
      return { from: [], type: typeName(expression.name) };
    case "cast":
      return castValue(typeName(expression.type), evaluateExpression(expression.operand, evaluation));
    case "index":
      return indexValue(
        evaluateExpression(expression.object, evaluation),
        evaluateExpression(expression.index, evaluation),
      );
    case "member": {
      const object = evaluateExpression(expression.object, evaluation);
      const name = textOf(evaluateExpression(expression.name, evaluation));
      const args = expression.args?.map((each) => evaluateExpression(each, evaluation));
      return memberValue(object, name, args, call);
    }
  }
}

/** A type's name in lower case without `System.`. */
export function typeName(name: string): string {
  return name.toLowerCase().replace(/^system\./, "");
}

function joinParts(parts: readonly (string | Expression)[], evaluation: Evaluation): Value {
  const [first] = parts;
  if (parts.length === 0) return textValue("");
  if (parts.length === 1)
    return typeof first === "string" ? textValue(first) : asText(evaluateExpression(first as Expression, evaluation));
  const values = parts.map((part) =>
    typeof part === "string" ? textValue(part) : evaluateExpression(part, evaluation),
  );
  const texts = values.map(textOf);
  const from = originsOf(...values);
  const text = texts.includes(undefined) ? undefined : joinTexts(texts as readonly string[]);
  if (text !== undefined) return { text, from };
  const prefix = joinTexts(texts.slice(0, texts.indexOf(undefined)) as readonly string[]) ?? "";
  return { from: from.length > 0 ? from : [{ kind: "unknown" }], prefix: prefix !== "" ? prefix : undefined };
}

/** A value in a string; the files that it names remain known. */
function asText(value: Value): Value {
  const text = textOf(value);
  return text === undefined ? value : { ...value, text };
}

function castValue(type: string, value: Value): Value {
  const character = (item: Value): Value => {
    const code = Number(item.text);
    if (item.text === undefined || !/^(?:0x)?[\da-f]+$/i.test(item.text) || code > 0x10ffff) return item;
    return { ...item, text: String.fromCodePoint(code) };
  };
  if (type === "char") return character(value);
  if (type === "char[]")
    return value.items === undefined
      ? value.text === undefined
        ? value
        : { ...arrayOf([...value.text.slice(0, 10_000)].map(textValue)), from: value.from }
      : arrayOf(value.items.map(character));
  if (type === "string") {
    const text = textOf(value);
    return text === undefined ? value : { text, from: value.from };
  }
  return type === "scriptblock" || value.fields !== undefined || /^(?:wmiclass|adsi|wmi)$/.test(type)
    ? { ...value, type }
    : value;
}
