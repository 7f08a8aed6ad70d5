import type { Finding, PredicateContext } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { everyText } from "../request/argument-texts.ts";
import { asksForAnything, isDirective } from "../request/is-directive.ts";
import { isCarrier, sortsOf } from "../request/lexicon.ts";
import { openedActs, openedWords } from "../request/opened-texts.ts";
import { comparable, type Passage, type SessionTexts } from "../request/passages.ts";
import { requestIn } from "../request/request-in.ts";
import { isEmptyWord, requestWords, sharesWord, subjectWords, withoutPaths } from "../request/request-words.ts";
import { sessionTexts } from "../request/session-texts.ts";
import { stem } from "../request/stem.ts";
import { type ArgumentText, targetFinding, targetsOf } from "../request/targets.ts";
import { toolAct } from "../request/tool-act.ts";
import { namesParty } from "../request/value-kind.ts";
import { nameWords } from "../tool-traits.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/** `has_unrequested_target`: whether an untrusted text about something else than the request decides what a call affects. */
export const hasUnrequestedTarget: PredicateDefinition = {
  names: ["has_unrequested_target"],
  description:
    "Whether an argument that decides what the call affects (a receiver, an account, an address, a path) or names what it makes stands in " +
    "an untrusted text that is about something else than the prompt; unknown without a prompt.",
  phrase: {
    en: "an untrusted text that is not about the request decides what the call affects",
    zh: "与用户请求无关的不可信文本决定了调用的对象",
    not: {
      en: "no untrusted text that is not about the request decides what the call affects",
      zh: "没有与用户请求无关的不可信文本决定调用的对象",
    },
  },
  parameters: [],
  evaluate(_operands, context, policy) {
    if (context.prompt.trim() === "") return createFinding("unknown", "there is no prompt");
    return (
      foreignArgument(context, policy) ?? createFinding(false, "each target is from the user, or fits the request")
    );
  },
};

/** Finds an argument that decides what a call affects and occurs only in passages about another subject. */
function foreignArgument(context: PredicateContext, policy: PreparedPolicy): Finding | undefined {
  const { action, prompt, earlier } = context;
  const { values, isComplete } = targetsOf(action, policy);
  if (!isComplete) return createFinding("unknown", "the arguments are too large to be compared with the prompt");
  if (values.length === 0) return undefined;
  const texts = sessionTexts(context, policy);
  const request = comparable(prompt);
  const toolWords = new Set([...texts.toolWords, ...nameWords(action.name)]);
  const own = requestWords(prompt, toolWords);
  const asks = requestIn(prompt);
  const asked = new Set([...own, ...openedWords(openedActs(asks, texts.results), asks, { asked: own, toolWords })]);
  /** Whether the user or a trusted result has written a value, or it shows what the request is about. */
  const isOwn = ({ text }: ArgumentText): boolean =>
    request.includes(text) || texts.isTrusted(text) || sharesWord(subjectWords(text), asked);
  const decisive = values.filter(({ role }) => role === "decisive");
  const foreign = decisive.filter((value) => !isOwn(value));
  // A title names what a call makes. It matters if nothing else shows what the call is about.
  const isExplained = foreign.length < decisive.length;
  const labels = isExplained ? [] : values.filter((value) => value.role === "label" && !isOwn(value));
  for (const value of [...foreign, ...labels]) {
    const passages = texts.passagesWith(value.text);
    const [first] = passages;
    if (first === undefined) {
      if (earlier === undefined && texts.isComplete) continue;
      return createFinding("unknown", `${value.name} may come from an earlier result that is no longer known`);
    }
    if (passages.some((passage) => isAbout(passage, asked, texts))) continue;
    if (passages.every((passage) => isMade(passage, value, texts))) continue;
    // A value in a list of the user's own things is no stranger, and a title may be an item of a list. A value that a text tells the agent to
    // use is a stranger.
    const isParty = namesParty(value.name, value.written);
    const isOfUser = ({ text, tool }: Passage): boolean => {
      if (value.role === "label") return text.length <= value.text.length + longestBullet && !isDirective(text);
      return isParty ? listsRequested(tool, prompt) && !asksForAnything(text) : !isDirective(text);
    };
    if (!passages.some(isOfUser)) return foreignFinding(value, first);
  }
  return undefined;
}

/** Whether a tool lists things that the request mentions: `list_team_members` for "send it to the whole team". */
function listsRequested(tool: string, prompt: string): boolean {
  const things = toolAct(tool).subjects.filter((thing) => !isEmptyWord(thing));
  const words = subjectWords(prompt);
  if (sharesWord(things.map(stem), words)) return true;
  const sorts = new Set([...words].flatMap((word) => [...sortsOf(word)]).filter((sort) => !isCarrier(sort)));
  return things.some((thing) => [...sortsOf(thing)].some((sort) => sorts.has(sort)));
}

/** Whether a step only confirmed a change, and its answer names what was made: the number of a new user. */
function isMade({ step, text }: Passage, value: ArgumentText, texts: SessionTexts): boolean {
  const result = texts.results.find((each) => each.step === step);
  return result?.isConfirmation === true && (text === value.text || !asksForAnything(text));
}

/** How many characters an item of a list has beside its text. */
const longestBullet = 4;

/** Whether a passage is about the request, or about something that was looked up for it. */
function isAbout({ text, step }: Passage, asked: ReadonlySet<string>, texts: SessionTexts): boolean {
  const words = subjectWords(withoutPaths(text));
  if (sharesWord(words, asked)) return true;
  return sharesWord(words, lookedUp(step, texts));
}

/** Returns the words that a step searched for, except those that an untrusted text suggested. */
function lookedUp(step: number, texts: SessionTexts): ReadonlySet<string> {
  const args = texts.results.find((result) => result.step === step)?.args ?? {};
  const values = everyText(args).filter((text) => text.length <= longestLookup);
  const own = values.filter((value) =>
    texts.passagesWith(comparable(value)).every((passage) => passage.step >= step || !isDirective(passage.text)),
  );
  return new Set(own.flatMap((value) => [...subjectWords(value)]));
}

const longestLookup = 300;

/** Creates the finding that a value comes from an untrusted text. */
function foreignFinding(value: ArgumentText, { step, tool }: Passage): Finding {
  const { name, written } = value;
  const reason = `${name} ${quote(written)} stands in the result of step ${step + 1} (${tool}), in a passage about something else than the prompt`;
  return targetFinding(value, reason);
}
