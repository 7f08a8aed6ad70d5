import { isKeywordAt, severities, tokens as t, triggerEvents } from "@helve/agentspec/internal";
import type { OpenProgram } from "../open-program.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { Continuation } from "./continuations.ts";
import { enforcementItem, enforcementItems, eventItem, keywordItem, operatorItems, severityItem } from "./keywords.ts";
import { domainEnforcements, fixNames, predicates } from "./names.ts";
import { invokedArguments, objectKeys } from "./object-keys.ts";
import { indexSuggestions, isAfterValue, memberSuggestions } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";
import { invokedTools, toolPatterns, toolsOfToolkit } from "./tools.ts";
import { truthLiterals, values } from "./values.ts";

/** Suggests what the grammar allows at a place in a rule. */
export function ruleSuggestions(program: OpenProgram, context: RuleCompletionContext): readonly Suggestion[] {
  return context.continuations.flatMap((continuation) => suggestionsFor(continuation, context, program));
}

function suggestionsFor(
  continuation: Continuation,
  context: RuleCompletionContext,
  program: OpenProgram,
): readonly Suggestion[] {
  const { token, nth, frames } = continuation;
  const [frame] = frames;
  if (frame === undefined) return [];
  const isCall = context.nextTokens[0]?.tokenType === t.LeftParen;
  switch (`${frame.production} ${token}`) {
    case "trigger TriggerEvent":
      return context.nextTokens[0]?.tokenType === t.Dot ? [] : triggerEvents.map(eventItem);
    case "toolPattern Name":
      // Names of several words are a non-canonical spelling: only the first word is completed.
      return nth === 0 ? toolPatterns(program, context) : [];
    case "toolPattern Word":
      return [...toolsOfToolkit(program, context, frame), keywordItem("any")];
    case "notes Name":
      return severities.map(severityItem);
    case "predicate Name":
      return [...predicates(program, isCall), ...truthLiterals];
    case "word Name":
      return values(program, context, frames);
    case "step Word":
      return memberSuggestions(program, context, frames);
    case "step StringLiteral":
      return indexSuggestions(program, context, frames);
    case "comparison Compare":
      return isAfterValue(program, context) ? operatorItems(context.clause.at(-1)?.tokenType === t.NotWord) : [];
    case "entry StringLiteral":
      return objectKeys(program, context, frames);
    case "object LeftBrace":
      return invokedArguments(program, context, frames);
    case "userInspection UserInspection":
      return enforcementItems(isCall);
    case "userInspection Name":
      return fixNames(program, context, frame);
    case "domainEnforcement Name":
      return domainEnforcements(program, context, frame);
    case "invokeAction InvokeAction":
      return [enforcementItem("invoke_action", isCall)];
    case "invokedTool Name":
      return invokedTools(program, context);
    case "invokedTool Word":
      return toolsOfToolkit(program, context, frame);
    default:
      return keywordSuggestion(token, context);
  }
}

const keywordTypes = new Map(
  [t.Trigger, t.Check, t.Enforce, t.End, t.Let, t.Severity, t.Priority].map(({ name }) => [name, name.toLowerCase()]),
);

function keywordSuggestion(token: string, { clause }: RuleCompletionContext): readonly Suggestion[] {
  const word = keywordTypes.get(token);
  // After `trigger`, an event or a tool is required before any keyword.
  const isTriggerEmpty = isKeywordAt(clause, clause.length - 1, t.Trigger);
  const notes = clause.slice(clause[1]?.tokenType === t.At ? 3 : 2);
  const isRepeated = singleKeywords.includes(token) && notes.some(({ tokenType }) => tokenType.name === token);
  return word === undefined || isTriggerEmpty || isRepeated ? [] : [keywordItem(word)];
}

const singleKeywords: readonly string[] = [t.Severity.name, t.Priority.name];
