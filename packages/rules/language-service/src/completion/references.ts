/** Suggestions for references to values, such as `args.to`, and for the members of the values. */
import type { Reference, TriggerEvent, Value } from "@helve/agentspec";
import {
  appendToList,
  findStepArgument,
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
import type { StepQuery } from "@helve/core/program";
import { type IToken, tokenMatcher } from "chevrotain";
import { catalogueIndex, type OpenProgram } from "../open-program.ts";
import { resolveValueOfAnyTool } from "../resolve-value.ts";
import { argumentsSchema, schemaDescriptions, schemaTypes } from "../signatures.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { tokenText } from "./expected-schemas.ts";
import { referenceRootSuggestion } from "./keywords.ts";
import { analyzePartialRule } from "./partial-rule.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests references: the names of `let` bindings, roots such as `args`, and the arguments of the action (`args.to`) if no path follows. */
export function referenceSuggestions(
  program: OpenProgram,
  { ruleTokens: before, nextTokens: [next] }: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  const context = analyzePartialRule(program, before)?.context;
  const known = [...(context?.rule.bindings ?? []), ...(context?.sharedBindings.values() ?? [])];
  const bindings = known.map(({ name, value }): Suggestion => {
    const detail = value.type === "invoke_action" ? `result of ${value.tool}` : valueText(value);
    return { label: name, kind: "Variable", rank: 2, detail };
  });
  const hasPath = next?.tokenType === t.Dot || next?.tokenType === t.LeftBracket;
  const args = hasPath
    ? []
    : schemaMemberSuggestions(context === undefined ? [] : argumentSchemas(context)).map(argumentReferenceSuggestion);
  return [...bindings, ...args, ...rootsAt(context?.rule.trigger.event, frames).map(referenceRootSuggestion)];
}

/** The roots that have a value at an event; `step` only in `where` and `sum`. */
function rootsAt(event: TriggerEvent | undefined, frames: readonly ProductionFrame[]): readonly string[] {
  const isInQuery = frames.some(({ production }) => production === "stepQuery" || production === "stepValue");
  return referenceRoots.filter((root) => {
    if (root === "step") return isInQuery;
    if (root === "observation") return event === "after_action";
    if (root === "args") return event !== "state_change" && event !== "agent_finish";
    return (root !== "before" && root !== "after") || event === "state_change";
  });
}

/** Suggests the members after the dot of a reference: `to` after `args.`. */
export function memberSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  return referenceMemberSuggestions(program, context, frames).filter(({ label }) => isWord(label));
}

/** Suggests the members after the bracket of a reference, as strings: `"to"` after `args[`. */
export function indexSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  return referenceMemberSuggestions(program, context, frames).map((part) => ({
    ...part,
    label: JSON.stringify(part.label),
  }));
}

/** Whether the tokens before the offset end with a value and not with a predicate. */
export function isAfterValue(program: OpenProgram, { ruleTokens: before, clause }: RuleCompletionContext): boolean {
  const isNegated = clause.at(-1)?.tokenType === t.NotWord;
  const [previous, last] = clause.slice(-2 - Number(isNegated), isNegated ? -1 : clause.length);
  if (last === undefined || tokenMatcher(last, t.Not)) return false;
  if (!tokenMatcher(last, t.Name) || previous?.tokenType === t.Dot) return true;
  if (valueWords.roots.includes(last.image)) return true;
  const context = analyzePartialRule(program, before)?.context;
  const isOwn = context?.rule.bindings?.some(({ name }) => name === last.image) === true;
  return isOwn || context?.sharedBindings.has(last.image) === true;
}

/** Suggests the members of the value that the reference before the offset refers to. */
function referenceMemberSuggestions(
  program: OpenProgram,
  { ruleTokens: before, clause }: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  const [step, around] = frames;
  if (step === undefined || around === undefined) return [];
  const [root, ...path] = clause.slice(around.start, step.start);
  if (root?.image === "step" && around.production === "word") {
    return stepMembers(path.filter(isPathKey).map(tokenText), queryAround(clause, frames), program);
  }
  const partialRule = analyzePartialRule(program, before, clause.slice(around.start, step.start));
  if (partialRule?.value?.type === "last") return stepMembers(partialRule.value.path, partialRule.value.steps, program);
  return partialRule?.value === undefined ? [] : valueMemberSuggestions(partialRule.value, partialRule.context);
}

function isPathKey(token: IToken): boolean {
  return tokenMatcher(token, t.Word) || tokenMatcher(token, t.StringLiteral);
}

/** Suggests the parts of an earlier step, such as `args` and `result`. */
function stepMembers(
  path: Reference["path"],
  query: Pick<StepQuery, "patterns">,
  program: OpenProgram,
): readonly Suggestion[] {
  if (path.length === 0) return stepParts.map((label) => ({ label, kind: "Property", rank: 0 }));
  const found = findStepArgument({ catalogue: catalogueIndex(program) }, query, path);
  if (found.kind === "known") return schemaMemberSuggestions(found.schemas);
  return [];
}

const stepParts = ["tool", "args", "result", "status", "at"];

/** Returns the tools of the step query around the offset. */
function queryAround(clause: readonly IToken[], frames: readonly ProductionFrame[]): Pick<StepQuery, "patterns"> {
  const start = frames.find(({ production }) => production === "stepQuery")?.start ?? clause.length;
  const end = clause.findIndex(({ image }, index) => index > start && image === "where");
  const names = clause
    .slice(start, end < 0 ? clause.length : end)
    .map(tokenText)
    .join("")
    .split("|");
  const range = { start: { offset: 0, line: 1, column: 1 }, end: { offset: 0, line: 1, column: 1 } };
  const patterns = names.map((name) => {
    const dot = name.indexOf(".");
    const toolkit = dot < 0 ? "any" : name.slice(0, dot);
    return { type: "tool_pattern" as const, toolkit, tool: name.slice(dot + 1), range };
  });
  return { patterns };
}

/** Suggests the members of a value: by its schema, or the keys of an object that a `let` names. */
function valueMemberSuggestions(value: Value, context: RuleContext): readonly Suggestion[] {
  if (value.type === "reference" && value.root === "action") {
    const [first, ...path] = value.path;
    if (first === undefined) return actionMemberSuggestions;
    return first === "args" ? valueMemberSuggestions({ ...value, root: "args", path }, context) : [];
  }
  if (value.type === "reference" && value.root === "args" && value.path.length === 0)
    return schemaMemberSuggestions(argumentSchemas(context));
  const target = resolveValueOfAnyTool(value, context);
  if (target.kind === "known") return schemaMemberSuggestions(target.schemas);
  if (target.kind === "unknown" || target.value.type !== "object") return [];
  return target.value.entries.map(({ key, value: entryValue }) => ({
    label: key,
    kind: "Property",
    rank: 0,
    detail: valueText(entryValue),
  }));
}

/** The argument schemas of the tools of the rule's trigger. */
function argumentSchemas({ tools = [] }: RuleContext): readonly RootedSchema[] {
  return tools.map(argumentsSchema);
}

/** Suggests the properties that schemas describe, each once, with its type and description. */
function schemaMemberSuggestions(schemas: readonly RootedSchema[]): readonly Suggestion[] {
  const schemasByName = new Map<string, RootedSchema[]>();
  for (const schema of schemas) {
    for (const name of keysOf(schema)) {
      const member = schemaOfMember(schema, name);
      if (member.kind === "known") appendToList(schemasByName, name, member.schema);
    }
  }
  return [...schemasByName].map(([name, described]) => {
    const documentation = schemaDescriptions(described);
    return {
      label: name,
      kind: "Property",
      rank: 0,
      detail: schemaTypes(described),
      documentation,
    };
  });
}

/** Changes a suggestion of an argument name to one of a reference to the argument: `args.to`. */
function argumentReferenceSuggestion(part: Suggestion): Suggestion {
  return { ...part, label: referenceText({ root: "args", path: [part.label] }), rank: 2 };
}

const actionMemberSuggestions: readonly Suggestion[] = ["args", "id", "name", "repairKinds"].map((label) => ({
  label,
  kind: "Property",
  rank: 0,
}));
