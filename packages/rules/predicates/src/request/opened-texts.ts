/** Finds the acts that a text asks for, when the user told the agent to follow it ("do what Ann's mail says"). */
import { everyText } from "./argument-texts.ts";
import { coveringAct } from "./fits-request.ts";
import { isCarrier, sortsOf } from "./lexicon.ts";
import type { SessionResult } from "./passages.ts";
import { readRequest } from "./read-request.ts";
import { requestWords, sharesWord, subjectWords } from "./request-words.ts";
import { type ToolAct, toolAct } from "./tool-act.ts";
import type { RequestedAct, UserRequest } from "./user-request.ts";

/** A request in a tool's result, which the user has told the agent to follow ("do what Ann's mail says"). */
export interface AskingText {
  readonly act: RequestedAct;
  readonly sentence: string;
  readonly step: number;
  readonly tool: string;
}

/**
 * Finds the acts in texts that a request tells the agent to follow: "do what Ann's mail says" opens the mails that name Ann, and no page and
 * no other mail.
 */
export function openedActs(request: UserRequest, results: readonly SessionResult[]): readonly AskingText[] {
  if (!request.acts.some(({ status }) => status === "open")) return [];
  const known = openedByResults.get(results);
  const before = known?.request === request ? known : { read: 0, found: [] };
  if (before.read === results.length) return before.found;
  const found = [...before.found, ...openedIn(request, results.slice(before.read))];
  openedByResults.set(results, { request, read: results.length, found });
  return found;
}

/** Requests found in the results of a session. The list of results only grows. */
const openedByResults = new WeakMap<
  readonly SessionResult[],
  { readonly request: UserRequest; readonly read: number; readonly found: readonly AskingText[] }
>();

/** Finds the acts in results that the request tells the agent to follow. */
function openedIn(request: UserRequest, results: readonly SessionResult[]): readonly AskingText[] {
  const sources = sourcesOf(request);
  return results.flatMap((result) => {
    const { tool, args, isTrusted, changesWorld } = result;
    if (isTrusted || changesWorld || !holds(tool, sources.sorts)) return [];
    const written = everyText(args).join(" ");
    return recordsOf(result)
      .filter((text) => names(`${written} ${text}`, sources.names))
      .flatMap((text) => askingIn(text, result));
  });
}

/** The first of the opened acts that covers a tool. */
export function openedActFor(tool: ToolAct, opened: readonly AskingText[]): AskingText | undefined {
  const act = coveringAct(tool, { acts: opened.map((each) => each.act), subjects: [], people: [], places: [] });
  return opened.find((each) => each.act === act);
}

/**
 * The words of opened acts that say what they are about. Where the request itself says what it is about ("his tasks for the meeting"), only
 * the acts count that are about it, too: another order in the same text is not opened.
 *
 * @param asked - the words of the request
 * @param toolWords - the words in the names of the tools of the session
 */
export function openedWords(
  opened: readonly AskingText[],
  { people, places }: UserRequest,
  { asked, toolWords }: { readonly asked: ReadonlySet<string>; readonly toolWords: ReadonlySet<string> },
): ReadonlySet<string> {
  const sources = subjectWords([...people, ...places].join(" "));
  const hasSubject = [...asked].some((word) => !sources.has(word));
  const words = opened.map(({ sentence }) => requestWords(sentence, toolWords));
  return new Set(words.filter((own) => !hasSubject || sharesWord(own, asked)).flatMap((own) => [...own]));
}

/** Where a request says that the acts stand: in what sort of text, and by whom or where. */
interface Sources {
  readonly sorts: ReadonlySet<string>;
  readonly names: readonly string[];
}

/** Determines which texts a request refers to: "Ann's mail". */
function sourcesOf({ acts, subjects, people, places }: UserRequest): Sources {
  const sorts = [...acts.flatMap((act) => act.sorts), ...subjects.flatMap((word) => [...sortsOf(word)])];
  return {
    sorts: new Set(sorts.filter((sort) => isCarrier(sort) && sort !== "account")),
    names: [...people, ...places].map((name) => name.toLowerCase().replace(/^https?:\/\/|^www\./, "")),
  };
}

/** Whether a tool reads a sort of texts; any tool may if no sort is named. */
function holds(tool: string, sorts: ReadonlySet<string>): boolean {
  const own = toolAct(tool).subjects.flatMap((word) => [...sortsOf(word)]);
  return sorts.size === 0 || !own.some(isCarrier) || own.some((sort) => sorts.has(sort));
}

/** Whether a text mentions one of the sources; true if none is named. */
function names(text: string, sources: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return sources.length === 0 || sources.some((name) => lower.includes(name));
}

/** Finds the acts that a text in a result asks for. */
function askingIn(text: string, { step, tool }: SessionResult): readonly AskingText[] {
  return text
    .split(/(?<=[.!?])\s+|\n\s*\n/)
    .flatMap((sentence) => readRequest(sentence).acts.map((act) => ({ act, sentence, step, tool })))
    .filter(({ act: { status, kinds } }) => status === "asked" && kinds.some((kind) => kind !== "read"));
}

/** Splits a text into the items of a YAML list, or returns it whole. */
function recordsOf({ texts }: SessionResult): readonly string[] {
  return texts.flatMap(({ text }) => text.slice(0, longest).split(/\n(?=- \w)/));
}

const longest = 50_000;
