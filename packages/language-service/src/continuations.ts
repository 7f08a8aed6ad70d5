import { describeGrammar, tokens as t } from "@helve/agentspec/internal";
import { type ISerializedGast, type IToken, type TokenType, tokenMatcher } from "chevrotain";

/** A kind of token that may come next, and what it would be part of. */
export interface Continuation {
  /** The kind's name. */
  readonly token: string;
  /** Which of the kind's places in its production it is, from 0 on. */
  readonly nth: number;
  /** The productions that are open there, the innermost first. */
  readonly frames: readonly Frame[];
}

/** A production that has begun. */
export interface Frame {
  readonly production: string;
  /** The index of its first token. */
  readonly start: number;
}

/**
 * What may come after some tokens of a rule, as the parser's grammar has it. What the parser decides by looking further
 * ahead is left open: a name in a check may be a predicate and a value.
 *
 * @param isLenient - whether a token that can't stand where it does is passed over; otherwise nothing comes after it
 */
export function continuations(tokens: readonly IToken[], isLenient: boolean): readonly Continuation[] {
  // Where what a parenthesis opens can't belong to the name before it, it begins another condition after all.
  const found = walked(tokens, new Walk(true), false);
  return found.length > 0 ? found : walked(tokens, new Walk(false), isLenient);
}

function walked(tokens: readonly IToken[], walk: Walk, isLenient: boolean): readonly Continuation[] {
  let places = walk.enter("rule", 0, undefined);
  for (const [index, token] of tokens.entries()) {
    const next = walk.after(places, token, index);
    if (next.length > 0) places = next;
    else if (!isLenient) return [];
  }
  return walk.terminals(places, tokens.length).map(({ part, place }) => ({
    token: part.name ?? "",
    nth: part.idx ?? 0,
    frames: framesOf(place),
  }));
}

/** A part of the grammar, with the fields that chevrotain's types leave out. */
interface Part extends ISerializedGast {
  readonly name?: string;
  readonly idx?: number;
  readonly separator?: Part;
  readonly definition?: Part[];
}

/** A place in the grammar: before a part of a sequence, in a production, and where it goes on after the sequence. */
interface Place {
  readonly id: number;
  readonly sequence: readonly Part[];
  readonly at: number;
  readonly frame: Frame;
  readonly then: Place | undefined;
}

interface Terminal {
  readonly part: Part;
  readonly place: Place;
}

/** Follows all ways through the grammar at once. Those that come to the same place go on as one. */
class Walk {
  private readonly places = new Map<string, Place>();
  private readonly prefersNames: boolean;

  /** @param prefersNames - whether a parenthesis or a bracket goes with the name before it, wherever it can */
  constructor(prefersNames: boolean) {
    this.prefersNames = prefersNames;
  }

  /** Before the first part of a production. */
  enter(production: string, start: number, then: Place | undefined): readonly Place[] {
    const sequence = grammar().productions.get(production) ?? [];
    return [this.place(sequence, 0, { production, start }, then)];
  }

  /** Where one is after a token. */
  after(places: readonly Place[], token: IToken, index: number): readonly Place[] {
    const fitting = this.terminals(places, index).filter(({ part }) => {
      const type = grammar().types.get(part.name ?? "");
      return type !== undefined && tokenMatcher(token, type);
    });
    const next = preferred(fitting, token, index, this.prefersNames).map(({ place: { sequence, at, frame, then } }) =>
      this.place(sequence, at + 1, frame, then),
    );
    return [...new Set(next)];
  }

  /** The tokens that may come at some places. */
  terminals(places: readonly Place[], index: number): readonly Terminal[] {
    const found: Terminal[] = [];
    const seen = new Set<Place>();
    const open = [...places];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue;
      seen.add(place);
      const part = place.sequence[place.at];
      if (part?.type === "Terminal") found.push({ part, place });
      else if (part !== undefined) open.push(...this.within(part, place, index));
      else if (place.then !== undefined) open.push(place.then);
    }
    return found;
  }

  private within(part: Part, place: Place, index: number): readonly Place[] {
    const { sequence, at, frame, then } = place;
    const { definition = [] } = part;
    const next = (): Place => this.place(sequence, at + 1, frame, then);
    switch (part.type) {
      case "NonTerminal":
        return this.enter(part.name ?? "", index, next());
      case "Alternation":
        return definition.map((one) => this.place(one.definition ?? [], 0, frame, next()));
      case "Option":
        return [this.place(definition, 0, frame, next()), next()];
      case "Repetition":
        return [this.place(definition, 0, frame, place), next()];
      case "RepetitionMandatory":
        return [this.place(definition, 0, frame, this.place(againOf(part), 0, frame, next()))];
      case "RepetitionWithSeparator":
        return [this.place(definition, 0, frame, this.place(againOf(part), 0, frame, next())), next()];
      default:
        return [];
    }
  }

  private place(sequence: readonly Part[], at: number, frame: Frame, then: Place | undefined): Place {
    const key = `${idOf(sequence)} ${at} ${frame.start} ${then?.id}`;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const place = { id: this.places.size, sequence, at, frame, then };
    this.places.set(key, place);
    return place;
  }
}

/** The ways that the parser takes where it has several. */
function preferred(
  fitting: readonly Terminal[],
  token: IToken,
  index: number,
  prefersNames: boolean,
): readonly Terminal[] {
  // A word that means something at a place is no name there.
  const exact = fitting.filter(({ part }) => part.name === token.tokenType.name && part.name !== "Name");
  if (tokenMatcher(token, t.Name)) return exact.length > 0 ? exact : fitting;
  const isOfName = prefersNames && fitting.some(({ place: { frame } }) => ofNames.has(frame.production));
  return isOfName ? fitting.filter(({ place }) => !beginsCondition(place, index)) : fitting;
}

const ofNames: ReadonlySet<string> = new Set(["arguments", "step"]);

function beginsCondition(place: Place, index: number): boolean {
  return framesOf(place).some(({ production, start }) => production === "disjunction" && start === index);
}

function framesOf(place: Place): readonly Frame[] {
  const frames = [place.frame];
  for (let around = place.then; around !== undefined; around = around.then) {
    const { production, start } = around.frame;
    const last = frames.at(-1);
    if (last?.production !== production || last.start !== start) frames.push(around.frame);
  }
  return frames;
}

const ids = new WeakMap<readonly Part[], number>();
let lastId = 0;

function idOf(sequence: readonly Part[]): number {
  const id = ids.get(sequence) ?? ++lastId;
  ids.set(sequence, id);
  return id;
}

const again = new WeakMap<Part, readonly Part[]>();

/** What may come after the first time of a repetition: the rest of the times. */
function againOf(part: Part): readonly Part[] {
  const { definition = [], separator } = part;
  const rest = again.get(part) ?? [
    { type: "Repetition" as const, definition: [...(separator === undefined ? [] : [separator]), ...definition] },
  ];
  again.set(part, rest);
  return rest;
}

/** What the parser reads only to name a mistake is left out: a value alone in a check, arguments where there can be none. */
function withoutMistakes(part: Part): readonly Part[] {
  const first = part.type === "Option" ? part.definition?.[0]?.name : undefined;
  if (first === "noArguments") return [];
  return first === "Compare" ? (part.definition ?? []) : [part];
}

interface GrammarParts {
  readonly productions: ReadonlyMap<string, readonly Part[]>;
  readonly types: ReadonlyMap<string, TokenType>;
}

let parts: GrammarParts | undefined;

function grammar(): GrammarParts {
  if (parts === undefined) {
    const described: readonly Part[] = describeGrammar();
    parts = {
      productions: new Map(
        described.map(({ name = "", definition = [] }) => [name, definition.flatMap(withoutMistakes)]),
      ),
      types: new Map(t.tokenTypes.map((type) => [type.name, type])),
    };
  }
  return parts;
}
