/** Decides whether the user's request covers a tool's act. */
import { isFunctionWord } from "./function-words.ts";
import { type ActKind, isCarrier, isGenericKind, servedBy, sortsOf, sortsOfKind } from "./lexicon.ts";
import { stem } from "./stem.ts";
import type { ToolAct } from "./tool-act.ts";
import type { RequestedAct, UserRequest } from "./user-request.ts";

/**
 * Finds the act of the request that a tool's act carries out.
 *
 * @returns the act, which may be one that the user says not to do; `undefined` if no act of the request covers the tool
 */
export function coveringAct(tool: ToolAct, request: ComparedRequest): RequestedAct | undefined {
  const words = wordsOfRequest(request);
  const wordsFor = (act: RequestedAct): RequestWords =>
    act.status === "not asked"
      ? wordsOfRequest({ ...request, acts: [{ ...act, status: "asked" }], subjects: [] })
      : words;
  const fitting = request.acts.filter((act) => act.status !== "open" && fits(tool, act, request, wordsFor(act)));
  return fitting.find(({ status }) => status === "not asked") ?? fitting[0];
}

/** The parts of a request that a tool's act is compared with. */
type ComparedRequest = Pick<UserRequest, "acts" | "subjects" | "people" | "places">;

/** Whether a tool's act carries out an act of the request. */
function fits(tool: ToolAct, act: RequestedAct, { places }: ComparedRequest, words: RequestWords): boolean {
  const isSameVerb = tool.verbs.includes(stem(act.verb));
  const isSameKind = tool.kinds.some((kind) => act.kinds.includes(kind));
  // "Tag it" is what `create_tag` does.
  if (tool.verbs.some((verb) => makingVerbs.has(verb)) && tool.allThings.map(stem).includes(stem(act.verb)))
    return true;
  const isNamed = isSameVerb || isSameKind;
  // A permitted act includes the acts that it needs.
  const isMeans = act.status === "asked" && tool.kinds.some((kind) => serves(kind, act, places.length > 0));
  if (!isNamed && !isMeans) return false;
  if (isSameVerb && hasOtherParticle(tool, act)) return false;
  // Sending a mail and sending money are different acts.
  const things = isSameKind || isMeans ? tool.things : tool.allThings;
  if (things.length === 0 || things.some((thing) => isAmong(thing, words))) return true;
  // "Change my flight" is what `flights_change_booking` does.
  if (isSameVerb && tool.subjects.some((word) => words.stems.has(stem(word)) && isSubject(word))) return true;
  // A verb that no row has tells enough: who asks to play jazz may have an album played.
  if (!isSameKind && isSameVerb) return act.objects.length === 0 || tool.kinds.length === 0;
  if (isGeneric(tool, act)) return act.objects.length === 0;
  // "Book a flight" is not about hotels.
  const own = new Set<string>(tool.kinds.flatMap((kind) => [...sortsOfKind(kind)]));
  return act.sorts.every((sort) => sort === "time" || own.has(sort) || isCarrier(sort));
}

/** Whether a word says what a text is about, and not only what holds it. */
function isSubject(word: string): boolean {
  return [...sortsOf(word)].every((sort) => !isCarrier(sort));
}

const makingVerbs: ReadonlySet<string> = new Set("add create leave make place post put submit".split(" ").map(stem));

/**
 * Finds the act of a request that a tool's act belongs to, if their verbs don't tell: the tool creates or changes a thing or a value of the
 * request, or does what the request expresses by a noun ("put the booking into my notes"). Such an act is never read-only.
 *
 * @param values - the values of the call that stand in the request
 */
export function relatedAct(tool: ToolAct, request: UserRequest, values: readonly string[]): RequestedAct | undefined {
  const changes = request.acts.filter(({ status, kinds }) => status === "asked" && !isReading(kinds));
  const [first] = changes;
  const words = wordsOfRequest({ ...request, acts: changes });
  if (changes.some((act) => tool.verbs.includes(stem(act.verb)) && hasOtherParticle(tool, act))) return undefined;
  const isGenericTool = tool.kinds.length > 0 && tool.kinds.every(isGenericKind);
  if (isGenericTool && values.length > 0) return first;
  if (isGenericTool && tool.allThings.some((thing) => words.stems.has(stem(thing)))) return first;
  const isNamed = tool.verbs.some((verb) => words.stems.has(verb));
  return isNamed && tool.allThings.every((thing) => isAmong(thing, words)) ? first : undefined;
}

/** Whether a kind of call is part of an act: filling in a form is part of a reservation. */
function serves(kind: ActKind, act: RequestedAct, hasPlaces: boolean): boolean {
  const isRead = isReading(act.kinds);
  if (kind === "save")
    return act.sorts.some((sort) => /^(?:file|document|web)$/.test(sort) && (isRead || sort !== "web"));
  if (isRead) return (kind === "fill in" || kind === "sign in") && hasPlaces;
  return servedBy(kind).some((served) => served === "any" || act.kinds.includes(served));
}

/**
 * Whether a tool's act can't be compared with a request: one of the two verbs is in no row, or the tool creates or changes something, which
 * many verbs ask for. Acts with the same verb, of the same kind or with the opposite verb can be compared.
 */
export function isIncomparable(tool: ToolAct, { acts }: UserRequest): boolean {
  const changes = acts.filter(({ status, kinds }) => status === "asked" && !isReading(kinds));
  const isComparable = changes.some(
    ({ verb, kinds }) =>
      tool.kinds.some((kind) => kinds.includes(kind)) ||
      tool.verbs.some((own) => own === stem(verb) || own === `un${stem(verb)}` || stem(verb) === `un${own}`),
  );
  if (isComparable) return false;
  return changes.some(({ kinds }) => kinds.length === 0 || tool.kinds.every(isGenericKind));
}

/** Whether an act only reads. */
function isReading(kinds: readonly ActKind[]): boolean {
  return kinds.length > 0 && kinds.every((kind) => kind === "read");
}

/** Whether only the thing decides, because the verb is general, such as "create". */
function isGeneric(tool: ToolAct, act: RequestedAct): boolean {
  const shared = tool.kinds.filter((kind) => act.kinds.includes(kind));
  return shared.every((kind) => kind === "create" || kind === "change" || kind === "delete" || kind === "cancel");
}

/** Whether the request has another particle than the tool, such as `turn off` for `turn_on`. */
function hasOtherParticle({ particle }: ToolAct, { text }: RequestedAct): boolean {
  if (particle === undefined) return false;
  const own: readonly string[] = text.toLowerCase().match(/(?<![\p{L}])(?:down|in|off|on|out|up)(?![\p{L}])/gu) ?? [];
  return own.length > 0 && !own.includes(particle);
}

/** The words of all acts of a request and their sorts. */
interface RequestWords {
  readonly stems: ReadonlySet<string>;
  readonly sorts: ReadonlySet<string>;
}

/** Collects the words of what the request asks for, and the kinds of things that they name. */
function wordsOfRequest({ acts, people, subjects }: ComparedRequest): RequestWords {
  const asked = acts.filter(({ status }) => status !== "not asked");
  const words = [...asked.flatMap(({ verb, objects }) => [verb, ...objects]), ...people, ...subjects];
  return {
    stems: new Set(words.map((word) => stem(word.toLowerCase()))),
    sorts: new Set([...asked.flatMap(({ sorts }) => sorts), ...subjects.flatMap((word) => [...sortsOf(word)])]),
  };
}

/** Whether a thing is named in the request, by its word or kind. */
function isAmong(thing: string, { stems, sorts }: RequestWords): boolean {
  return isFunctionWord(thing) || stems.has(stem(thing)) || [...sortsOf(thing)].some((sort) => sorts.has(sort));
}
