/** Determines what a tool does from its name: `send_money` is a payment. */
import { nameWords } from "../tool-traits.ts";
import { isFunctionWord } from "./function-words.ts";
import { type ActKind, isActVerb, kindsByThings, kindsOfVerb, sortsOf, sortsOfKind } from "./lexicon.ts";
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
  const first = Math.max(0, words.findIndex(isActVerb));
  const verbs = words.filter((_, at) => at === first || /^(?:and|or)$/.test(words[at - 1] ?? ""));
  const others = words.filter(
    (word) => !verbs.includes(word) && !isFunctionWord(word) && !particles.has(word) && !references.has(word),
  );
  const sorts: ReadonlySet<string> = new Set(others.flatMap((word) => [...sortsOf(word)]));
  const kinds = new Set(verbs.flatMap((verb) => kindsOf(verb, sorts)));
  const own: ReadonlySet<string> = new Set([...kinds].flatMap(sortsOfKind));
  return {
    kinds: [...kinds],
    verbs: verbs.map(stem),
    particle: words.find((word) => particles.has(word)),
    allThings: others,
    things: others.filter((word) => ![...sortsOf(word)].some((sort) => own.has(sort))),
  };
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
