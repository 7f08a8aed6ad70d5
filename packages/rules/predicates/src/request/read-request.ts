import { changingVerbs } from "../tool-traits/verbs.ts";
import { functionWords, isFunctionWord, narrators, relations } from "./function-words.ts";
import { type ActKind, isActVerb, kindsByThings, kindsOfVerb, sortsOf } from "./lexicon.ts";
import { stem } from "./stem.ts";
import { type Token, tokensOf } from "./tokens.ts";
import type { RequestedAct, UserRequest } from "./user-request.ts";

/**
 * Reads what a user asks for: the acts with their objects, and people, amounts, places, times and limits. It knows the everyday words of
 * English for acts and things, reads other texts word by word, and never fails.
 *
 * @example
 * readRequest("Write to Ann, but don't call her.").acts.map(({ status, verb }) => `${verb}: ${status}`); // ["write: asked", "call: not asked"]
 */
export function readRequest(text: string): UserRequest {
  const tokens = tokensOf(text);
  const textsOf = (...types: readonly Token["type"][]): readonly string[] =>
    distinct(tokens.filter(({ type }) => types.includes(type)).map((token) => token.text));
  const acts = actsIn(tokens);
  return {
    acts,
    subjects: distinct(sentencesOf(tokens).flatMap((sentence) => objectsOf(sentence.slice(0, firstVerb(sentence))))),
    people: distinct([...namesIn(tokens), ...textsOf("mail")]),
    amounts: distinct([...textsOf("amount", "number"), ...wordsAmong(tokens, shares)]),
    places: textsOf("address", "path", "channel"),
    times: textsOf("time"),
    limits: limitsIn(tokens),
  };
}

/** The acts of a request, in its order. */
function actsIn(tokens: readonly Token[]): readonly RequestedAct[] {
  const acts: RequestedAct[] = [];
  for (const sentence of sentencesOf(tokens)) {
    const starts = sentence.flatMap((_, at) => (isVerbAt(sentence, at) ? [at] : []));
    let before: RequestedAct | undefined;
    for (const [nth, at] of starts.entries()) {
      const end = clauseEnd(sentence, at, starts[nth + 1] ?? sentence.length);
      const act = actAt(sentence, at, end, before);
      acts.push(act, ...nounActs(sentence.slice(at, end), act));
      before = act;
    }
  }
  return acts;
}

/** Returns where the first act of a sentence begins. */
function firstVerb(sentence: readonly Token[]): number {
  const at = sentence.findIndex((_, index) => isVerbAt(sentence, index));
  return at === -1 ? sentence.length : at;
}

/** Reads the act at a verb, with its objects. */
function actAt(sentence: readonly Token[], at: number, end: number, before: RequestedAct | undefined): RequestedAct {
  const verb = wordAt(sentence, at);
  const own = sentence.slice(at + 1, end);
  const objects = objectsOf(own);
  const written = sortsAmong(own);
  // "Find a flight and book the cheapest one": what has no thing of its own is about the one before.
  const isOpenObject =
    written.size === 0 && objects.length <= 2 && before !== undefined && !own.some(({ type }) => type === "number");
  const sorts = isOpenObject ? new Set(before.sorts) : written;
  const isOpen = openVerbs.has(stem(verb));
  return {
    status: isNegated(sentence, at) ? "not asked" : isOpen ? "open" : "asked",
    verb,
    kinds: isOpen ? [] : kindsOf(verb, sorts),
    objects: isOpenObject ? [...objects, ...before.objects] : objects,
    sorts: [...sorts],
    text: sentence
      .slice(at, end)
      .map((token) => token.text)
      .join(" ")
      .replaceAll(/ (?=,)/g, ""),
  };
}

/** Determines the kinds of an act from its verb and its objects. */
function kindsOf(verb: string, sorts: ReadonlySet<string>): readonly ActKind[] {
  return [...new Set([...kindsByThings(verb, sorts), ...kindsOfVerb(verb)])];
}

/** Finds acts that a noun names: "make a booking". */
function nounActs(clause: readonly Token[], act: RequestedAct): readonly RequestedAct[] {
  if (act.status !== "asked" || act.kinds.includes("read")) return [];
  return clause.flatMap(({ text }, at) => {
    const word = text.toLowerCase();
    const isNew =
      /^(?:an?|another|new)$/i.test(wordAt(clause, at - 1)) && !/^(?:for|as|of|about)$/i.test(wordAt(clause, at - 2));
    if (at === 0 || !isNew || !isActVerb(word) || sortsOf(word).size === 0) return [];
    const kinds = [...kindsOfVerb(word)];
    return kinds.length === 0 ? [] : [{ ...act, verb: word, kinds, sorts: [...sortsOf(word)] }];
  });
}

/** Whether a word is the verb of a requested act. */
function isVerbAt(sentence: readonly Token[], at: number): boolean {
  const token = sentence[at];
  if (token?.type !== "word") return false;
  const word = token.text.toLowerCase();
  if (word === "do" ? isAuxiliary(sentence, at) : isFunctionWord(word)) return false;
  if (/(?:ed|[^s]s)$/.test(word)) return false;
  const previous = sentence[at - 1];
  const before = previous?.type === "word" ? previous.text.toLowerCase() : "";
  // "Let him know" is an act, "let me know" asks for an answer.
  if (word === "know") return wordAt(sentence, at - 2) === "let" && !/^(?:me|us)$/.test(before);
  const isKnown = isActVerb(word) || openVerbs.has(stem(word)) || (changingVerbs.has(word) && sortsOf(word).size === 0);
  const isStart = previous === undefined || starters.has(before) || /^(?:please|kindly)$/.test(before);
  // "Warm up the car and lock the door": a verb that no row has.
  if (previous === undefined || isStart) {
    if (!isKnown) return isImperative(sentence, at);
    return !(
      /^(?:can|could|will)$/.test(before) &&
      wordAt(sentence, at - 2) === "you" &&
      kindsOfVerb(word).has("read")
    );
  }
  if (!isKnown) return false;
  if (word.endsWith("ing")) return /^(?:by|and|then|without|for|about|of|or|to)$/.test(before);
  if (previous.type === "comma") return true;
  // A word that is a thing, too (`order`, `mail`), is a verb only where one must stand.
  return (
    sortsOf(word).size === 0 &&
    /^(?:always|quite|still|there|already|often|soon|later|again|afterwards)$|ly$/.test(before)
  );
}

/** Whether a verb begins a sentence, so that it is a request. */
function isImperative(sentence: readonly Token[], at: number): boolean {
  const [word, next] = [sentence[at], sentence[at + 1]];
  const isFirst = sentence[at - 1] === undefined || sentence[at - 1]?.type === "stop";
  if (word === undefined || next?.type !== "word") return false;
  if (sortsOf(word.text.toLowerCase()).size > 0)
    return isFirst && /^(?:an?|the|my|our|this|that|these|all|him|them)$/i.test(next.text);
  if (isFirst && /^(?:on|in)$/i.test(next.text)) return !isFunctionWord(word.text.toLowerCase());
  if (isFunctionWord(word.text.toLowerCase()) || (!isFirst && /^\p{Lu}/u.test(word.text))) return false;
  return /^(?:an?|the|my|our|his|her|its|their|this|that|these|those|all|some|each|every(?:thing|one)?|any(?:thing)?|me|it|him|them|us|up|off|down|out|back)$/i.test(
    next.text,
  );
}

/** Returns where a verb's clause ends. */
function clauseEnd(sentence: readonly Token[], at: number, next: number): number {
  let end = next;
  while (end > at + 1 && (sentence[end - 1]?.type === "comma" || starters.has(wordAt(sentence, end - 1)))) end--;
  return end;
}

/** Whether a verb is negated: "don't send", "without paying", "never delete". */
function isNegated(sentence: readonly Token[], at: number): boolean {
  const before = sentence.slice(Math.max(0, at - 3), at).map((token) => token.text.toLowerCase().replace("’", "'"));
  const from = before.lastIndexOf("but");
  return before.slice(from + 1).some((word) => /^(?:not|never|without|avoid|no|cannot)$|n't$/.test(word));
}

/** Whether `do` only helps a question or a negation: "do I need", "do not pay". */
function isAuxiliary(sentence: readonly Token[], at: number): boolean {
  return (
    /^(?:i|you|we|they|he|she|it|not|n't)$/.test(wordAt(sentence, at + 1)) || narrators.has(wordAt(sentence, at - 1))
  );
}

/** Returns the words of a clause that name its objects. */
function objectsOf(clause: readonly Token[]): readonly string[] {
  return distinct(
    clause.flatMap(({ type, text }) => {
      const word = text.toLowerCase();
      if (type === "word") return isFunctionWord(word) ? [] : [word];
      return type === "comma" || type === "stop" ? [] : [word];
    }),
  );
}

/** The sorts of things that words and values of a clause show. */
function sortsAmong(clause: readonly Token[]): ReadonlySet<string> {
  const found = new Set(
    clause.flatMap(({ type, text }) => {
      if (type !== "word") return valueSorts[type] ?? [];
      return isFunctionWord(text.toLowerCase()) ? [] : [...sortsOf(text.toLowerCase())];
    }),
  );
  // "Send 20 to Bob": an amount without a thing is paid.
  const isAmount =
    found.size === 0 &&
    clause.some(({ type }, at) => type === "amount" || (type === "number" && !isNumbered(clause[at - 1])));
  return isAmount ? new Set(["money", "payment"]) : found;
}

/** Whether a word is a thing whose number follows: `version` in "version 1.9". */
function isNumbered(before: Token | undefined): boolean {
  return before?.type === "word" && /^\p{Ll}/u.test(before.text) && !isFunctionWord(before.text);
}

const valueSorts: Partial<Record<Token["type"], readonly string[]>> = {
  channel: ["message"],
  mail: ["message"],
  address: ["web"],
  path: ["file"],
  time: ["time"],
};

/** Splits tokens into sentences. */
function sentencesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const sentences: Token[][] = [[]];
  for (const token of tokens)
    if (token.type === "stop") sentences.push([]);
    else sentences.at(-1)?.push(token);
  return sentences.filter(({ length }) => length > 0);
}

/** Finds names in a request: capitalized words inside of a sentence, with the words that follow, and words for people. */
function namesIn(tokens: readonly Token[]): readonly string[] {
  const names: string[] = [];
  let isOpen = false;
  for (const [at, { type, text }] of tokens.entries()) {
    const isFirst = at === 0 || tokens[at - 1]?.type === "stop";
    const word = text.toLowerCase().replace(/['’]s$/, "");
    const isName =
      type === "word" && /^\p{Lu}/u.test(text) && !functionWords.has(word) && (!isFirst || isNameAtStart(tokens, at));
    if (isName && isOpen) names.push(`${names.pop()} ${text.replace(/['’]s$/, "")}`);
    else if (isName) names.push(text.replace(/['’]s$/, ""));
    else if (type === "word" && relations.has(word)) names.push(word);
    isOpen = isName && !/['’]s$/.test(text);
  }
  return names;
}

/** Whether the first word of a sentence is a name: "Lily has sent me a link". */
function isNameAtStart(tokens: readonly Token[], at: number): boolean {
  const next = wordAt(tokens, at + 1);
  const own = tokens[at]?.text ?? "";
  return (
    /['’]s$/.test(own) || /ed$/.test(next) || /^(?:is|has|had|was|will|sent|wrote|gave|told|wants|asks|ask)$/.test(next)
  );
}

/** Finds limits such as "at most 50". */
function limitsIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ type, text }, at) => {
    if (type !== "amount" && type !== "number" && type !== "time") return [];
    const before = tokens.slice(Math.max(0, at - 3), at).map((token) => token.text.toLowerCase());
    const phrase =
      /(?:^| )((?:under|below|within|before|until|maximum|max|over|above|at most|at least|up to|(?:no |not )?(?:more|less|fewer) than)(?: the)?)$/.exec(
        before.join(" "),
      );
    return phrase?.[1] === undefined ? [] : [`${phrase[1]} ${text}`];
  });
}

function wordsAmong(tokens: readonly Token[], words: ReadonlySet<string>): readonly string[] {
  return tokens.map(({ text }) => text.toLowerCase()).filter((word) => words.has(word));
}

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.type === "word" ? token.text.toLowerCase() : "";
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Verbs that name no act: what has to be done stands elsewhere. */
const openVerbs: ReadonlySet<string> = new Set(
  "accomplish achieve act complete do execute finish follow handle obey perform solve work".split(" ").map(stem),
);
const starters: ReadonlySet<string> = new Set(
  "also and but could don't finally immediately just kindly let let's me must never not now or please should so then to us will would you can help".split(
    " ",
  ),
);
const shares: ReadonlySet<string> = new Set(
  "all both double everything half quarter remaining rest third twice two three four five six seven eight nine ten".split(
    " ",
  ),
);
