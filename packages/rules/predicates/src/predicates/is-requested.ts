import type { Action, PredicateContext } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { everyText } from "../request/argument-texts.ts";
import { coveringAct, isIncomparable, relatedAct } from "../request/fits-request.ts";
import { actsIn, asksForAnything } from "../request/is-directive.ts";
import { beyondRequest } from "../request/obligations.ts";
import { openedActFor, openedActs } from "../request/opened-texts.ts";
import { madeBefore } from "../request/own-results.ts";
import { comparable, type SessionTexts } from "../request/passages.ts";
import { requestIn } from "../request/request-in.ts";
import { sharesWord } from "../request/request-words.ts";
import { sessionTexts } from "../request/session-texts.ts";
import { stem } from "../request/stem.ts";
import { toolAct } from "../request/tool-act.ts";
import { nameWords } from "../tool-traits.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/** `is_requested`: whether the prompt asks for what the action does. */
export const isRequested: PredicateDefinition = {
  names: ["is_requested"],
  description:
    "Whether the prompt asks for what the tool does, leaves it to a text that asks for it, or asked for what the call goes on with; by the " +
    "verbs and things in the prompt and in the tool's name; unknown without a prompt.",
  phrase: {
    en: "the user asked for such a change",
    zh: "用户要求过这样的更改",
    not: { en: "the user did not ask for such a change", zh: "用户没有要求过这样的更改" },
  },
  parameters: [],
  evaluate(_operands, context, policy) {
    const { action, prompt } = context;
    if (prompt.trim() === "") return createFinding("unknown", "there is no prompt");
    const request = requestIn(prompt);
    const act = coveringAct(toolAct(action.name), request);
    if (act?.status === "not asked") return createFinding(false, `the prompt says not to: ${quote(act.text)}`);
    if (act !== undefined) {
      const beyond = beyondRequest(action, request, sessionTexts(context, policy).results);
      if (beyond !== undefined) return createFinding(false, beyond);
      return createFinding(true, `the prompt asks for what ${action.name} does: ${quote(act.text)}`);
    }
    const reason = otherReason(context, policy);
    if (reason !== undefined) return createFinding(true, reason);
    return createFinding(false, `the prompt does not ask for what ${action.name} does`);
  },
};

/** Explains why a call counts as requested although no act of the prompt covers it. */
function otherReason(context: PredicateContext, policy: PreparedPolicy): string | undefined {
  const { action, prompt } = context;
  const texts = sessionTexts(context, policy);
  const request = requestIn(prompt);
  const tool = toolAct(action.name);
  const made = madeBefore(action, texts.results);
  if (made !== undefined)
    return `it goes on with ${quote(made.value)}, which step ${made.step + 1} (${made.tool}) made`;
  const related = relatedAct(tool, request, valuesIn(prompt, action.args));
  if (related !== undefined) return `it has to do with what the prompt asks for: ${quote(related.text)}`;
  if (isIncomparable(tool, request) && !isOrdered(action, texts) && !isActOrdered(action.name, texts))
    return `the prompt asks for a change that can't be compared with ${action.name}, and no text of others asks for it or for a value of the call`;
  const asking = openedActFor(tool, openedActs(request, texts.results));
  return (
    asking &&
    `the prompt leaves it to the result of step ${asking.step + 1} (${asking.tool}): ${quote(asking.act.text)}`
  );
}

/** Lists the arguments that occur in the prompt as separate words. */
function valuesIn(prompt: string, args: Readonly<Record<string, unknown>>): readonly string[] {
  const text = ` ${spaced(prompt)} `;
  return everyText(args).filter((value) => value.length >= 2 && value.length <= 100 && isWord(text, value));
}

function isWord(text: string, value: string): boolean {
  const words = spaced(value).trim();
  return words.length >= 2 && (text.includes(` ${words} `) || text.includes(` ${words}. `));
}

/** Normalizes a text for comparing words. */
function spaced(text: string): string {
  return comparable(text).replaceAll(/[^\p{L}\p{N}@./-]+/gu, " ");
}

/** Whether an untrusted text asks for what a tool does. */
function isActOrdered(name: string, texts: SessionTexts): boolean {
  const { verbs, allThings } = toolAct(name);
  const things = new Set(allThings.map(stem));
  return nameWords(name)
    .filter((word) => verbs.includes(stem(word)))
    .flatMap((word) => texts.passagesWith(word))
    .flatMap(({ text }) => actsIn(text))
    .some((act) => verbs.includes(stem(act.verb)) && sharesWord(act.objects.map(stem), things));
}

/** Whether an untrusted text tells the agent to use a value of the call. */
function isOrdered({ args }: Pick<Action, "args">, texts: SessionTexts): boolean {
  const values = everyText(args).map((value) => comparable(value).trim());
  return values.some((value) => {
    const passages = value.length < 2 || value.length > 300 ? [] : texts.passagesWith(value);
    return passages.length > 0 && passages.every(({ text }) => asksForAnything(text));
  });
}
