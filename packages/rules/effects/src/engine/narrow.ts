import { unknownName, unknownText } from "../unknown-text.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Expression } from "./ir.ts";
import { iteratedItems } from "./iteration.ts";
import { lookUp, setName } from "./scope.ts";
import { type Alternative, exactText, knownTexts } from "./value.ts";

/**
 * Narrows a variable's possible values inside an `if` whose condition tests how a text ends: after
 * `name.endswith(".pyc")` or `path.suffix == ".o"`, an unknown name is known to end so.
 */
export function narrowByCondition(condition: Expression, interpreter: Interpreter): void {
  const tested = testedEnding(condition);
  if (tested === undefined) return;
  const value = lookUp(interpreter.scope, tested.name);
  const endingValue = interpreter.evaluate(tested.ending);
  const { items, more } = iteratedItems(endingValue);
  const endings =
    exactText(endingValue) === undefined && more === null ? items.map(exactText) : knownTexts(endingValue);
  if (value === undefined || value.mayBeUnknown || endings.length === 0) return;
  const alternatives = value.alternatives.flatMap((each): Alternative[] => {
    if ((each.kind !== "text" && each.kind !== "path") || !hasUnknownEnd(each.text)) return [each];
    return endings.map((ending) => (ending === undefined ? each : { ...each, text: each.text + ending, at: null }));
  });
  setName(tested.name, { ...value, alternatives }, interpreter);
}

/** Whether the end of a text is unknown. */
function hasUnknownEnd(text: string): boolean {
  return text.endsWith(unknownText) || text.endsWith(unknownName);
}

/** The variable and the ending that a condition tests. */
function testedEnding(condition: Expression): { readonly name: string; readonly ending: Expression } | undefined {
  if (condition.kind === "call") {
    const { callee, arguments: passed } = condition;
    const [argument] = passed;
    if (callee.kind !== "attribute" || callee.name !== "endswith" || callee.object.kind !== "name") return undefined;
    return passed.length === 1 && argument?.name === null
      ? { name: callee.object.name, ending: argument.value }
      : undefined;
  }
  if (condition.kind !== "binary" || !/^(==|in)$/.test(condition.operator)) return undefined;
  const { left, right } = condition;
  return left.kind === "attribute" && left.name === "suffix" && left.object.kind === "name"
    ? { name: left.object.name, ending: right }
    : undefined;
}
