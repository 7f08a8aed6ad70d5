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
import type { OpenProgram } from "../open-program.ts";
import { resolveValueOfAnyTool } from "../resolve-value.ts";
import { argumentsSchema, schemaDescriptions, schemaTypes } from "../signatures.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { referenceRootItem } from "./keywords.ts";
import { analyzePartialRule } from "./partial-rule.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests the start of a reference: a `let` name, a root such as `args`, or, if no path follows, an argument of the action. */
export function references(
  program: OpenProgram,
  { ruleTokens: before, nextTokens: [next] }: RuleCompletionContext,
): readonly Suggestion[] {
  const look = analyzePartialRule(program, before)?.look;
  const bindings = (look?.rule.bindings ?? []).map(({ name, value }): Suggestion => {
    const detail = value.type === "invoke_action" ? `result of ${value.tool}` : valueText(value);
    return { label: name, kind: "Variable", rank: 2, detail };
  });
  const hasPath = next?.tokenType === t.Dot || next?.tokenType === t.LeftBracket;
  const args = hasPath ? [] : schemaMembers(look === undefined ? [] : argumentSchemas(look)).map(argumentReference);
  return [...bindings, ...args, ...referenceRoots.map(referenceRootItem)];
}

/** Suggests the members after the dot of a reference. */
export function memberSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  return referenceMembers(program, context, frames).filter(({ label }) => isWord(label));
}

/** Suggests the keys after the bracket of a reference, as strings. */
export function indexSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  return referenceMembers(program, context, frames).map((part) => ({ ...part, label: JSON.stringify(part.label) }));
}

/** Whether the tokens before the offset end with a value and not with a predicate. */
export function isAfterValue(program: OpenProgram, { ruleTokens: before, clause }: RuleCompletionContext): boolean {
  const isNegated = clause.at(-1)?.tokenType === t.NotWord;
  const [previous, last] = clause.slice(-2 - Number(isNegated), isNegated ? -1 : clause.length);
  if (last === undefined || tokenMatcher(last, t.Not)) return false;
  if (!tokenMatcher(last, t.Name) || previous?.tokenType === t.Dot) return true;
  if (valueWords.roots.includes(last.image)) return true;
  return analyzePartialRule(program, before)?.look.rule.bindings?.some(({ name }) => name === last.image) === true;
}

/** The members of the value that the reference before the offset refers to. */
function referenceMembers(
  program: OpenProgram,
  { ruleTokens: before, clause }: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  const [step, around] = frames;
  if (step === undefined || around === undefined) return [];
  const known = analyzePartialRule(program, before, clause.slice(around.start, step.start));
  return known?.value === undefined ? [] : valueMembers(known.value, known.look);
}

function valueMembers(value: Value, look: RuleContext): readonly Suggestion[] {
  if (value.type === "reference" && value.root === "action") {
    const [first, ...path] = value.path;
    if (first === undefined) return actionMembers;
    return first === "args" ? valueMembers({ ...value, root: "args", path }, look) : [];
  }
  if (value.type === "reference" && value.root === "args" && value.path.length === 0)
    return schemaMembers(argumentSchemas(look));
  const target = resolveValueOfAnyTool(value, look);
  if (target.kind === "known") return schemaMembers(target.schemas);
  if (target.kind === "unknown" || target.value.type !== "object") return [];
  return target.value.entries.map(({ key, value: held }) => ({
    label: key,
    kind: "Property",
    rank: 0,
    detail: valueText(held),
  }));
}

/** The argument schemas of the tools of the rule's trigger. */
function argumentSchemas({ tools = [] }: RuleContext): readonly RootedSchema[] {
  return tools.map(argumentsSchema);
}

/** The properties that schemas describe. */
function schemaMembers(schemas: readonly RootedSchema[]): readonly Suggestion[] {
  const found = new Map<string, RootedSchema[]>();
  for (const schema of schemas) {
    for (const name of keysOf(schema)) {
      const member = schemaOfMember(schema, name);
      if (member.kind === "known") appendToList(found, name, member.schema);
    }
  }
  return [...found].map(([name, described]) => {
    const documentation = schemaDescriptions(described);
    return {
      label: name,
      kind: "Property",
      rank: 0,
      detail: schemaTypes(described),
      ...(documentation !== undefined && { documentation }),
    };
  });
}

function argumentReference(part: Suggestion): Suggestion {
  return { ...part, label: referenceText({ root: "args", path: [part.label] }), rank: 2 };
}

const actionMembers: readonly Suggestion[] = ["args", "id", "name"].map((label) => ({
  label,
  kind: "Property",
  rank: 0,
}));
