import { type Flow, joinFlows } from "../flow.ts";
import { variableConsequence } from "../persistent-variables.ts";
import type { Argument } from "./argument.ts";
import { emitCodeVariable, optionVariables } from "./code-variables.ts";
import { type Evaluation, emit, emitUnknown, spend } from "./evaluation.ts";
import { expandValue, expandWord, expandWords } from "./expand.ts";
import { type ShellState, setVariable, type Variable } from "./state.ts";
import type { Assignment, Span } from "./syntax.ts";

/** Evaluates the assignments of a command, `x=1`, `x+=1`, `x=(1 2)`, and changes the variables of the state. */
export function assignAll(assignments: readonly Assignment[], state: ShellState, evaluation: Evaluation): void {
  for (const { name, value, elements, append, indexed } of assignments) {
    const assigned = value === null ? arrayVariable(elements, state, evaluation) : expandValue(value, state);
    spend((assigned.value?.text.length ?? 0) >> 6, evaluation);
    emitCodeVariable(name, assigned, value ?? { start: 0, end: evaluation.whole.length }, evaluation);
    if (value !== null) emitVariable(name, expandWord(value, state)[0], value, evaluation);
    const variable = append ? appendToVariable(state.variables.get(name), assigned, evaluation) : assigned;
    setVariable(state, name, indexed ? { value: null, flow: variable.flow } : variable, evaluation);
  }
}

/** Emits what follows from setting a variable: programs load other code, or send their data to a proxy. */
export function emitVariable(name: string, at: Argument | undefined, span: Span, evaluation: Evaluation): void {
  const text = at?.value?.text ?? at?.known;
  const consequence = text === undefined ? undefined : variableConsequence(name, text);
  if (consequence !== undefined) emit(consequence, name, span, evaluation);
  if (text !== undefined && optionVariables.test(name) && loadsWrittenFile(text, evaluation))
    emitUnknown(`${name} loads a file that the session wrote`, name, span, evaluation);
}

/** Whether options of Node or Ruby load a file that the script or earlier code wrote: `-r ./a.js`. */
function loadsWrittenFile(options: string, { written }: Evaluation): boolean {
  const modules = Array.from(
    options.matchAll(/(?:--require|--import|--loader|-r)[= ]?["']?\.{1,2}\/([^\s"']+)/g),
    ([, module = ""]) => module.replace(/^(?:\.{1,2}\/)+/, ""),
  );
  return modules.some((module) => [...written.keys()].some((path) => `/${path}`.includes(`/${module}`)));
}

/** The variable for an array: `(1 2)`. */
function arrayVariable(elements: Assignment["elements"], state: ShellState, evaluation: Evaluation): Variable {
  const items = expandWords(elements, state, evaluation);
  const [first] = items;
  return { value: first?.value ?? null, flow: joinFlows(items.map((item) => item.flow)), items };
}

/** A variable after `+=`. In a loop that runs many times, it becomes a large value. */
function appendToVariable(variable: Variable | undefined, added: Variable, { loopCount }: Evaluation): Variable {
  const grown: Flow | undefined = loopCount === "few" ? undefined : { from: [], many: "many" };
  const flow = joinFlows([variable?.flow, added.flow, grown]);
  const items = variable?.items && added.items ? [...variable.items, ...added.items] : undefined;
  const isShort = items !== undefined && items.length <= 64;
  const [a, b] = [variable?.value, added.value];
  const known = a && b && !a.glob && !b.glob && added.items === undefined && loopCount === "few";
  return {
    value: known ? { ...a, text: a.text + b.text } : null,
    flow,
    items: isShort ? items : undefined,
  };
}
