import { isKeywordAt, severities, tokens as t, triggerEvents } from "@helve/agentspec/internal";
import type { CaretInRule } from "../caret.ts";
import type { Continuation } from "../continuations.ts";
import type { OpenProgram } from "../open-program.ts";
import { invokedArguments, keys } from "./keys.ts";
import { domainEnforcements, fixes, predicates } from "./names.ts";
import { isAfterValue, members, steps } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";
import { invokedTools, toolPatterns, toolsOfToolkit } from "./tools.ts";
import { truths, values } from "./values.ts";
import { enforcement, enforcements, event, keyword, operators, severity } from "./words.ts";

/** What may be written at a place in a rule, by what the grammar lets come there. */
export function suggestionsInRule(program: OpenProgram, caret: CaretInRule): readonly Suggestion[] {
  return caret.continuations.flatMap((one) => suggestionsFor(one, caret, program));
}

function suggestionsFor(continuation: Continuation, caret: CaretInRule, program: OpenProgram): readonly Suggestion[] {
  const { token, nth, frames } = continuation;
  const [frame] = frames;
  if (frame === undefined) return [];
  const isCall = caret.after[0]?.tokenType === t.LeftParen;
  switch (`${frame.production} ${token}`) {
    case "trigger TriggerEvent":
      return caret.after[0]?.tokenType === t.Dot ? [] : triggerEvents.map(event);
    case "toolPattern Name":
      // Further words of a name are an old spelling.
      return nth === 0 ? toolPatterns(program, caret) : [];
    case "toolPattern Word":
      return [...toolsOfToolkit(program, caret, frame), keyword("any")];
    case "notes Name":
      return severities.map(severity);
    case "predicate Name":
      return [...predicates(program, isCall), ...truths];
    case "word Name":
      return values(program, caret, frames);
    case "step Word":
      return members(program, caret, frames);
    case "step Text":
      return steps(program, caret, frames);
    case "comparison Compare":
      return isAfterValue(program, caret) ? operators(caret.clause.at(-1)?.tokenType === t.NotWord) : [];
    case "entry Text":
      return keys(program, caret, frames);
    case "object LeftBrace":
      return invokedArguments(program, caret, frames);
    case "userInspection UserInspection":
      return enforcements(isCall);
    case "userInspection Name":
      return fixes(program, caret, frame);
    case "domainEnforcement Name":
      return domainEnforcements(program, caret, frame);
    case "invokeAction InvokeAction":
      return [enforcement("invoke_action", isCall)];
    case "invokedTool Name":
      return invokedTools(program, caret);
    case "invokedTool Word":
      return toolsOfToolkit(program, caret, frame);
    default:
      return keywordOf(token, caret);
  }
}

const keywordTypes = new Map(
  [t.Trigger, t.Check, t.Enforce, t.End, t.Let, t.Severity, t.Priority].map(({ name }) => [name, name.toLowerCase()]),
);

function keywordOf(token: string, { clause }: CaretInRule): readonly Suggestion[] {
  const word = keywordTypes.get(token);
  // Without an event, a trigger needs a tool.
  const isTriggerEmpty = isKeywordAt(clause, clause.length - 1, t.Trigger);
  const notes = clause.slice(clause[1]?.tokenType === t.At ? 3 : 2);
  const isSaid = onlyOnce.includes(token) && notes.some(({ tokenType }) => tokenType.name === token);
  return word === undefined || isTriggerEmpty || isSaid ? [] : [keyword(word)];
}

const onlyOnce: readonly string[] = [t.Severity.name, t.Priority.name];
