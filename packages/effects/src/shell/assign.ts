import { runsCode } from "./code-variables.ts";
import { expandValue, expandWord } from "./expand.ts";
import { type Flow, joinFlows } from "./flow.ts";
import { doubt, type Run, spend } from "./run.ts";
import { type ShellState, setVariable, type Variable } from "./state.ts";
import type { Assignment } from "./syntax.ts";

/** Carries out what stands before a command, or stands alone: `x=1`, `x+=1`, `x=(1 2)`. */
export function assignAll(assignments: readonly Assignment[], state: ShellState, run: Run): void {
  for (const { name, value, elements, append, indexed } of assignments) {
    const given = value === null ? arrayOf(elements, state) : expandValue(value, state);
    spend((given.value?.text.length ?? 0) >> 6, run);
    if (runsCode(name, given.value)) {
      doubt(`what ${name} holds may be run`, name, value ?? { start: 0, end: run.whole.length }, run);
    }
    const variable = append ? appended(state.variables.get(name), given, run) : given;
    assign(name, indexed ? { value: null, flow: variable.flow } : variable, state, run);
  }
}

/** Gives a variable its value. */
export function assign(name: string, variable: Variable, state: ShellState, { volatile }: Run): void {
  setVariable(state, name, variable, volatile);
}

function arrayOf(elements: Assignment["elements"], state: ShellState): Variable {
  const items = elements.flatMap((word) => expandWord(word, state));
  const [first] = items;
  return { value: first?.value ?? null, flow: joinFlows(items.map((item) => item.flow)), items };
}

/** A variable after `+=`; in a loop of a thousand turns it grows as often. */
function appended(variable: Variable | undefined, added: Variable, { turns }: Run): Variable {
  const grown: Flow | undefined = turns === "few" ? undefined : { from: [], many: "many" };
  const flow = joinFlows([variable?.flow, added.flow, grown]);
  const items = variable?.items && added.items ? [...variable.items, ...added.items] : undefined;
  const isShort = items !== undefined && items.length <= 64;
  const [a, b] = [variable?.value, added.value];
  const known = a && b && !a.glob && !b.glob && added.items === undefined && turns === "few";
  return {
    value: known ? { ...a, text: a.text + b.text } : null,
    flow,
    ...(isShort && { items }),
  };
}
