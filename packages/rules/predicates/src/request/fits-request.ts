import { isFunctionWord } from "./function-words.ts";
import { type ActKind, isCarrier, servedBy, sortsOf, sortsOfKind } from "./lexicon.ts";
import { stem } from "./stem.ts";
import type { ToolAct } from "./tool-act.ts";
import type { RequestedAct, UserRequest } from "./user-request.ts";

/**
 * The act of a request that a tool's act carries out or is needed for.
 *
 * @returns the act, which may be one that the user says not to do; `undefined` if no act of the request covers the tool
 */
export function coveringAct(tool: ToolAct, request: UserRequest): RequestedAct | undefined {
  const words = wordsOfRequest(request);
  const wordsFor = (act: RequestedAct): RequestWords =>
    act.status === "not asked"
      ? wordsOfRequest({ ...request, acts: [{ ...act, status: "asked" }], subjects: [] })
      : words;
  const fitting = request.acts.filter((act) => act.status !== "open" && fits(tool, act, request, wordsFor(act)));
  return fitting.find(({ status }) => status === "not asked") ?? fitting[0];
}

function fits(tool: ToolAct, act: RequestedAct, { places }: UserRequest, words: RequestWords): boolean {
  const isSameVerb = tool.verbs.includes(stem(act.verb));
  const isSameKind = tool.kinds.some((kind) => act.kinds.includes(kind));
  const isNamed = isSameVerb || isSameKind;
  // What an act needs is not forbidden with it.
  const isMeans = act.status === "asked" && tool.kinds.some((kind) => serves(kind, act, places.length > 0));
  if (!isNamed && !isMeans) return false;
  if (isSameVerb && hasOtherParticle(tool, act)) return false;
  // Sending a mail and sending money are different acts.
  const things = isSameKind || isMeans ? tool.things : tool.allThings;
  if (things.length === 0 || things.some((thing) => isAmong(thing, words))) return true;
  if (!isSameKind && isSameVerb) return act.objects.length === 0;
  if (isGeneric(tool, act)) return act.objects.length === 0;
  // "Book a flight" is not about hotels.
  const own = new Set<string>(tool.kinds.flatMap((kind) => [...sortsOfKind(kind)]));
  return act.sorts.every((sort) => sort === "time" || own.has(sort) || isCarrier(sort));
}

/** Whether a call of a kind is a part of an act: a form is filled in to reserve a table. */
function serves(kind: ActKind, act: RequestedAct, hasPlaces: boolean): boolean {
  const isRead = act.kinds.every((each) => each === "read");
  if (kind === "save")
    return act.sorts.some((sort) => /^(?:file|document|web)$/.test(sort) && (isRead || sort !== "web"));
  if (isRead) return (kind === "fill in" || kind === "sign in") && hasPlaces;
  return servedBy(kind).some((served) => served === "any" || act.kinds.includes(served));
}

/** Whether only the thing tells what is done: anything can be created or changed. */
function isGeneric(tool: ToolAct, act: RequestedAct): boolean {
  const shared = tool.kinds.filter((kind) => act.kinds.includes(kind));
  return shared.every((kind) => kind === "create" || kind === "change" || kind === "delete" || kind === "cancel");
}

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

function wordsOfRequest({ acts, people, subjects }: UserRequest): RequestWords {
  const asked = acts.filter(({ status }) => status !== "not asked");
  const words = [...asked.flatMap(({ verb, objects }) => [verb, ...objects]), ...people, ...subjects];
  return {
    stems: new Set(words.map((word) => stem(word.toLowerCase()))),
    sorts: new Set([...asked.flatMap(({ sorts }) => sorts), ...subjects.flatMap((word) => [...sortsOf(word)])]),
  };
}

function isAmong(thing: string, { stems, sorts }: RequestWords): boolean {
  return isFunctionWord(thing) || stems.has(stem(thing)) || [...sortsOf(thing)].some((sort) => sorts.has(sort));
}
