/** Determines what a tool does from its name: `send_money` is a payment. */
import { changingVerbs, readingVerbs } from "../tool-traits/verbs.ts";
import { nameWords } from "../tool-traits.ts";
import { isFunctionWord } from "./function-words.ts";
import { type ActKind, isActVerb, isCarrier, kindsByThings, kindsOfVerb, sortsOf, sortsOfKind } from "./lexicon.ts";
import { stem } from "./stem.ts";

/** The act of a tool, by the words of its name. */
export interface ToolAct {
  readonly kinds: readonly ActKind[];
  /** The stems of its verbs. */
  readonly verbs: readonly string[];
  /** `on`, `off`, `up`: what turns the meaning of a verb. */
  readonly particle: string | undefined;
  /** The words for what the act is about, other than those that its kind is about anyway. */
  readonly things: readonly string[];
  /** All words for what the act is about. */
  readonly allThings: readonly string[];
  /** The same, with the words for the service: `crm` of `crm_add_note`. */
  readonly subjects: readonly string[];
}

/** Reads the name of a tool: `send_money` pays. */
export function toolAct(name: string): ToolAct {
  const known = acts.get(name);
  if (known !== undefined) return known;
  const act = readName(nameWords(name));
  if (acts.size >= mostKept) acts.clear();
  acts.set(name, act);
  return act;
}

const acts = new Map<string, ToolAct>();
const mostKept = 1000;

/** Finds the verbs and the things in the words of a tool's name: `delete` and `file` in `delete_file`. */
function readName(words: readonly string[]): ToolAct {
  const first = verbIn(words);
  const verbs = words.filter((_, at) => at === first || /^(?:and|or)$/.test(words[at - 1] ?? ""));
  const isThing = (word: string): boolean =>
    !verbs.includes(word) && !isFunctionWord(word) && !particles.has(word) && !references.has(word);
  const subjects = words.filter(isThing);
  // Words before the verb name the service: `crm_add_note`. They are the thing only if there is no other: `hotel_reserve`.
  const objects = words.slice(first + 1).filter(isThing);
  const others =
    objects.length > 0 || first === 0
      ? objects
      : subjects.filter((word) => [...sortsOf(word)].some((sort) => !isCarrier(sort)));
  const sorts: ReadonlySet<string> = new Set(
    (objects.length > 0 ? objects : subjects).flatMap((word) => [...sortsOf(word)]),
  );
  const kinds = new Set(verbs.flatMap((verb) => kindsOf(verb, sorts)));
  const own: ReadonlySet<string> = new Set([...kinds].flatMap(sortsOfKind));
  return {
    kinds: [...kinds],
    verbs: verbs.map(stem),
    particle: words.find((word) => particles.has(word)),
    allThings: others,
    subjects,
    things: others.filter((word) => ![...sortsOf(word)].some((sort) => own.has(sort))),
  };
}

/** Returns where the verb of a name is: of `mail_archive` the second word, because `mail` is also a thing. */
function verbIn(words: readonly string[]): number {
  const isVerb = (word: string | undefined): boolean =>
    word !== undefined && (isActVerb(word) || changingVerbs.has(word) || readingVerbs.has(word));
  const first = Math.max(0, words.findIndex(isVerb));
  const isService = first === 0 && sortsOf(words[first] ?? "").size > 0 && isVerb(words[first + 1]);
  return isService ? first + 1 : first;
}

/** Determines the kinds of a tool's act. If the thing decides, only it counts: `write_file` is no message. */
function kindsOf(verb: string, sorts: ReadonlySet<string>): readonly ActKind[] {
  const byThings = kindsByThings(verb, sorts);
  return [...(byThings.size > 0 ? byThings : kindsOfVerb(verb))];
}

/** Words for how a thing is named. */
const references: ReadonlySet<string> = new Set([
  "",
  ..."by id ids key name names number path ref through uri url uuid via".split(" "),
]);
const particles: ReadonlySet<string> = new Set("down in off on out up".split(" "));
