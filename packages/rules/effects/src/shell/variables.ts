/** Joins the values of shell variables where paths of a script meet, so that each possible value stays known. */
import { type Flow, joinFlows } from "../flow.ts";
import type { Variable } from "./state.ts";

/** A variable that the script never set: its value comes from the environment. */
export const unset: Variable = { value: null, flow: { from: [{ kind: "environment" }] } };

/** A variable with more possible values is unknown. */
const mostAlternatives = 8;

/** The variables of two paths that meet. */
export function joinVariableMaps(
  a: ReadonlyMap<string, Variable>,
  b: ReadonlyMap<string, Variable>,
): Map<string, Variable> {
  const joined = new Map<string, Variable>();
  for (const [name, variable] of a) joined.set(name, joinVariables(variable, b.get(name)));
  for (const [name, variable] of b) if (!a.has(name)) joined.set(name, joinVariables(variable, undefined));
  return joined;
}

/** Joins a variable's values on two paths: the value is known if both are equal. */
function joinVariables(a: Variable, b: Variable = unset): Variable {
  if (a === b) return a;
  if (sameValue(a, b) && a.value !== null) return { value: a.value, flow: joinFlows([a.flow, b.flow]) };
  const flow = joinFlows([flowOfJoined(a), flowOfJoined(b)]);
  const alternatives = [...alternativesOf(a)];
  for (const each of alternativesOf(b))
    if (!alternatives.some((other) => sameVariable(each, other))) alternatives.push(each);
  return oneOfVariables({ value: null, flow, known: a.known === b.known ? a.known : undefined }, alternatives);
}

/** A variable with one of several values, if that is known of it. */
export function oneOfVariables(unknown: Variable, alternatives: readonly Variable[]): Variable {
  const isKnown =
    alternatives.length <= mostAlternatives &&
    alternatives.every(({ items }) => items === undefined) &&
    alternatives.some(({ value }) => value !== null);
  return isKnown ? { ...unknown, alternatives } : unknown;
}

/** Lists the values that a variable may have. */
function alternativesOf(variable: Variable): readonly Variable[] {
  return variable.alternatives ?? [variable];
}

/** Returns the origins of one of several possible values. */
function flowOfJoined({ value, flow }: Variable): Flow | undefined {
  if (value === null || value.text === "") return flow;
  return joinFlows([flow, { from: [{ kind: "literal" }] }]);
}

/** Returns variables that cover every further repetition of a loop: changing ones are unknown. */
export function widenVariables(
  before: ReadonlyMap<string, Variable>,
  joined: ReadonlyMap<string, Variable>,
): Map<string, Variable> {
  return new Map(
    Array.from(joined, ([name, variable]) => {
      const earlier = before.get(name);
      const isStable = earlier !== undefined && sameVariable(earlier, variable);
      return [name, isStable ? earlier : { value: null, flow: variable.flow }];
    }),
  );
}

/** Whether two shells have equal variables. */
export function sameVariables(a: ReadonlyMap<string, Variable>, b: ReadonlyMap<string, Variable>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, variable] of a) {
    const other = b.get(name);
    if (other === undefined || !sameVariable(variable, other)) return false;
  }
  return true;
}

/** Whether two variables are equal. */
function sameVariable(a: Variable, b: Variable): boolean {
  return (
    a === b ||
    (sameValue(a, b) &&
      a.known === b.known &&
      a.flow?.from.length === b.flow?.from.length &&
      a.alternatives?.length === b.alternatives?.length)
  );
}

/** Whether the values of two variables are equal. */
function sameValue({ value: a }: Variable, { value: b }: Variable): boolean {
  return a === b || (a !== null && b !== null && a.text === b.text && a.glob === b.glob);
}
