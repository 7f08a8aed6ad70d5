import type { Value } from "@helve/agentspec";
import {
  appendToList,
  isWord,
  keysOf,
  type RootedSchema,
  type RuleContext,
  referenceRoots,
  referenceText,
  schemaOfMember,
  tokens as t,
  valueText,
  valueWords,
} from "@helve/agentspec/internal";
import { tokenMatcher } from "chevrotain";
import type { CaretInRule } from "../caret.ts";
import type { Frame } from "../continuations.ts";
import { argumentsSchema, descriptionOf, typeTextOfAll } from "../describe.ts";
import { knownRule } from "../known-rule.ts";
import type { OpenProgram } from "../open-program.ts";
import { targetOf } from "../value-target.ts";
import type { Suggestion } from "./suggestion.ts";
import { root } from "./words.ts";

/** What a reference may begin with: a name of the rule, a root; where no path follows, an argument of the action. */
export function references(program: OpenProgram, { before, after: [next] }: CaretInRule): readonly Suggestion[] {
  const look = knownRule(program, before)?.look;
  const bindings = (look?.rule.bindings ?? []).map(({ name, value }): Suggestion => {
    const detail = value.type === "invoke_action" ? `what ${value.tool} gives` : valueText(value);
    return { label: name, kind: "Variable", rank: 2, detail };
  });
  const hasPath = next?.tokenType === t.Dot || next?.tokenType === t.LeftBracket;
  const args = hasPath ? [] : parts(look === undefined ? [] : argumentsOf(look)).map(argument);
  return [...bindings, ...args, ...referenceRoots.map(root)];
}

/** What may follow the dot of a reference. */
export function members(program: OpenProgram, caret: CaretInRule, frames: readonly Frame[]): readonly Suggestion[] {
  return partsOfReference(program, caret, frames).filter(({ label }) => isWord(label));
}

/** What may follow the bracket of a reference. */
export function steps(program: OpenProgram, caret: CaretInRule, frames: readonly Frame[]): readonly Suggestion[] {
  return partsOfReference(program, caret, frames).map((part) => ({ ...part, label: JSON.stringify(part.label) }));
}

/** Whether what stands before the caret is a value, and not a predicate. */
export function isAfterValue(program: OpenProgram, { before, clause }: CaretInRule): boolean {
  const isNegated = clause.at(-1)?.tokenType === t.NotWord;
  const [previous, last] = clause.slice(-2 - Number(isNegated), isNegated ? -1 : clause.length);
  if (last === undefined || tokenMatcher(last, t.Not)) return false;
  if (!tokenMatcher(last, t.Name) || previous?.tokenType === t.Dot) return true;
  if (valueWords.roots.includes(last.image)) return true;
  return knownRule(program, before)?.look.rule.bindings?.some(({ name }) => name === last.image) === true;
}

/** The parts of what the reference before the caret stands for. */
function partsOfReference(
  program: OpenProgram,
  { before, clause }: CaretInRule,
  frames: readonly Frame[],
): readonly Suggestion[] {
  const [step, around] = frames;
  if (step === undefined || around === undefined) return [];
  const known = knownRule(program, before, clause.slice(around.start, step.start));
  return known?.value === undefined ? [] : partsOfValue(known.value, known.look);
}

function partsOfValue(value: Value, look: RuleContext): readonly Suggestion[] {
  if (value.type === "reference" && value.root === "action") {
    const [first, ...path] = value.path;
    if (first === undefined) return actionParts;
    return first === "args" ? partsOfValue({ ...value, root: "args", path }, look) : [];
  }
  if (value.type === "reference" && value.root === "args" && value.path.length === 0) return parts(argumentsOf(look));
  const target = targetOf(value, look);
  if (target.kind === "known") return parts(target.schemas);
  if (target.kind === "unknown" || target.value.type !== "object") return [];
  return target.value.entries.map(({ key, value: held }) => ({
    label: key,
    kind: "Property",
    rank: 0,
    detail: valueText(held),
  }));
}

/** What the tools take for which the rule is looked at. */
function argumentsOf({ tools = [] }: RuleContext): readonly RootedSchema[] {
  return tools.map(argumentsSchema);
}

/** The parts that schemas name. */
function parts(schemas: readonly RootedSchema[]): readonly Suggestion[] {
  const found = new Map<string, RootedSchema[]>();
  for (const schema of schemas) {
    for (const name of keysOf(schema)) {
      const member = schemaOfMember(schema, name);
      if (member.kind === "known") appendToList(found, name, member.schema);
    }
  }
  return [...found].map(([name, described]) => {
    const documentation = descriptionOf(described);
    return {
      label: name,
      kind: "Property",
      rank: 0,
      detail: typeTextOfAll(described),
      ...(documentation !== undefined && { documentation }),
    };
  });
}

function argument(part: Suggestion): Suggestion {
  return { ...part, label: referenceText({ root: "args", path: [part.label] }), rank: 2 };
}

const actionParts: readonly Suggestion[] = ["args", "id", "name"].map((label) => ({
  label,
  kind: "Property",
  rank: 0,
}));
