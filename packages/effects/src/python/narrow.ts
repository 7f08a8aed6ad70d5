import type { Run } from "./interpreter.ts";
import { itemsOf } from "./iteration.ts";
import { lookUp, setName } from "./scope.ts";
import type { Expression } from "./syntax/nodes.ts";
import { hole, type Known, literalOf, nameHole, textsOf } from "./value.ts";

/** Where a condition holds, what it says about how a name's text ends is known: `name.endswith(".pyc")`, `path.suffix == ".o"`. */
export function narrowBy(condition: Expression, run: Run): void {
  const said = endingSaid(condition);
  if (said === undefined) return;
  const value = lookUp(run.scope, said.name);
  const given = run.evaluate(said.ending);
  const { items, more } = itemsOf(given);
  const endings = literalOf(given) === undefined && more === null ? items.map(literalOf) : textsOf(given);
  if (value === undefined || value.open || endings.length === 0) return;
  const known = value.known.flatMap((each): Known[] => {
    if ((each.kind !== "text" && each.kind !== "path") || !endsOpen(each.text)) return [each];
    return endings.map((ending) => (ending === undefined ? each : { ...each, text: each.text + ending, at: null }));
  });
  setName(run.scope, said.name, { ...value, known });
}

function endsOpen(text: string): boolean {
  return text.endsWith(hole) || text.endsWith(nameHole);
}

/** The name and the ending, or several of them, that a condition is about. */
function endingSaid(condition: Expression): { readonly name: string; readonly ending: Expression } | undefined {
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
