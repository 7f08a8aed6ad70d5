import { describeGrammar, tokens as t } from "@helve/agentspec/internal";
import { type ISerializedGast, type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { fixedWords, isCallWord } from "./fixed-words.ts";

/**
 * Computes the token types that the grammar of AgentSpec allows after the tokens at the start of a rule. Where the parser would decide by
 * lookahead, all alternatives are followed: a name in a check can be a predicate or a value.
 *
 * @param isLenient - whether to skip tokens that don't fit the grammar; otherwise nothing can follow them
 */
export function continuations(tokens: readonly IToken[], isLenient: boolean): readonly Continuation[] {
  // A parenthesis after a name usually opens its arguments. If the tokens don't parse that way, it begins another condition.
  const allowed = allowedAfter(tokens, new GrammarWalk(true), false);
  return allowed.length > 0 ? allowed : allowedAfter(tokens, new GrammarWalk(false), isLenient);
}

/** A token type that the grammar allows next, and the productions it would belong to. */
export interface Continuation {
  /** The name of the token type. */
  readonly token: string;
  /** The index among the token type's occurrences in its production, from 0. */
  readonly nth: number;
  /** The open productions, the innermost first. */
  readonly frames: readonly ProductionFrame[];
}

/** A production that has started and not ended. */
export interface ProductionFrame {
  readonly production: string;
  /** The index of its first token. */
  readonly start: number;
}

/** Advances a walk through the grammar over all tokens, and returns the token types allowed after them. */
function allowedAfter(tokens: readonly IToken[], walk: GrammarWalk, isLenient: boolean): readonly Continuation[] {
  let positions = walk.enter("rule", 0, undefined);
  for (const [index, token] of tokens.entries()) {
    const next = walk.advance(positions, token, index, tokens[index + 1]);
    if (next.length > 0) positions = next;
    else if (!isLenient) return [];
  }
  return walk.terminals(positions, tokens.length).map(({ part, place }) => ({
    token: part.name ?? "",
    nth: part.idx ?? 0,
    frames: productionFrames(place),
  }));
}

/** A node of the serialized grammar, with the fields that chevrotain's types omit. */
interface GrammarPart extends ISerializedGast {
  readonly name?: string;
  readonly idx?: number;
  readonly separator?: GrammarPart;
  readonly definition?: GrammarPart[];
}

/** A position in the grammar: before a part of a sequence of a production. */
interface GrammarPosition {
  readonly id: number;
  readonly sequence: readonly GrammarPart[];
  readonly index: number;
  readonly frame: ProductionFrame;
  /** The position after the sequence; undefined at the end of the rule. */
  readonly returnTo: GrammarPosition | undefined;
}

interface Terminal {
  readonly part: GrammarPart;
  readonly place: GrammarPosition;
}

/** Follows all alternatives of the grammar at once, as a nondeterministic automaton; equal positions are merged. */
class GrammarWalk {
  private readonly positions = new Map<string, GrammarPosition>();
  private readonly prefersNames: boolean;

  /** @param prefersNames - whether a parenthesis or a bracket belongs to the name before it wherever the grammar allows that */
  constructor(prefersNames: boolean) {
    this.prefersNames = prefersNames;
  }

  /** The position before the first part of a production. */
  enter(production: string, start: number, returnTo: GrammarPosition | undefined): readonly GrammarPosition[] {
    const sequence = grammar().productions.get(production) ?? [];
    return [this.position(sequence, 0, { production, start }, returnTo)];
  }

  /** The positions after a token. */
  advance(
    positions: readonly GrammarPosition[],
    token: IToken,
    index: number,
    following: IToken | undefined,
  ): readonly GrammarPosition[] {
    const fitting = this.terminals(positions, index).filter((terminal) => {
      const type = grammar().types.get(terminal.part.name ?? "");
      const words = wordsOf(terminal);
      return type !== undefined && tokenMatcher(token, type) && words?.includes(token.image) !== false;
    });
    const isCall = following?.tokenType === t.LeftParen;
    const chosen = fitting.filter((terminal) => isFixed(terminal, isCall));
    const next = preferredTerminals(chosen.length > 0 ? chosen : fitting, token, index, this.prefersNames).map(
      ({ place: { sequence, index: at, frame, returnTo } }) => this.position(sequence, at + 1, frame, returnTo),
    );
    return [...new Set(next)];
  }

  /** The token types allowed at some positions. */
  terminals(positions: readonly GrammarPosition[], index: number): readonly Terminal[] {
    const terminals: Terminal[] = [];
    const seen = new Set<GrammarPosition>();
    const open = [...positions];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue;
      seen.add(place);
      const part = place.sequence[place.index];
      if (part?.type === "Terminal") terminals.push({ part, place });
      else if (part !== undefined) open.push(...this.expand(part, place, index));
      else if (place.returnTo !== undefined) open.push(place.returnTo);
    }
    return terminals;
  }

  private expand(part: GrammarPart, place: GrammarPosition, index: number): readonly GrammarPosition[] {
    const { sequence, index: at, frame, returnTo } = place;
    const { definition = [] } = part;
    const next = (): GrammarPosition => this.position(sequence, at + 1, frame, returnTo);
    switch (part.type) {
      case "NonTerminal":
        return this.enter(part.name ?? "", index, next());
      case "Alternation":
        return definition.map((branch) => this.position(branch.definition ?? [], 0, frame, next()));
      case "Option":
        return [this.position(definition, 0, frame, next()), next()];
      case "Repetition":
        return [this.position(definition, 0, frame, place), next()];
      case "RepetitionMandatory":
      case "RepetitionMandatoryWithSeparator":
        return [this.position(definition, 0, frame, this.position(furtherRepetitions(part), 0, frame, next()))];
      case "RepetitionWithSeparator":
        return [this.position(definition, 0, frame, this.position(furtherRepetitions(part), 0, frame, next())), next()];
      default:
        return [];
    }
  }

  private position(
    sequence: readonly GrammarPart[],
    index: number,
    frame: ProductionFrame,
    returnTo: GrammarPosition | undefined,
  ): GrammarPosition {
    const key = `${sequenceId(sequence)} ${index} ${frame.start} ${returnTo?.id}`;
    const existing = this.positions.get(key);
    if (existing !== undefined) return existing;
    const created = { id: this.positions.size, sequence, index, frame, returnTo };
    this.positions.set(key, created);
    return created;
  }
}

/** The words that the parser accepts at a terminal; `undefined` for any. */
function wordsOf({ part, place }: Terminal): readonly string[] | undefined {
  return fixedWords(place.frame.production, part.name ?? "", part.idx ?? 0);
}

/** Whether a word that fits a terminal is a keyword there: `once` only before a parenthesis. */
function isFixed(terminal: Terminal, isCall: boolean): boolean {
  const { part, place } = terminal;
  return wordsOf(terminal) !== undefined && (isCall || !isCallWord(place.frame.production, part.idx ?? 0));
}

/** Selects, from terminals that fit a token, those that the parser would choose. */
function preferredTerminals(
  fitting: readonly Terminal[],
  token: IToken,
  index: number,
  prefersNames: boolean,
): readonly Terminal[] {
  // A keyword is not a name where the grammar expects the keyword.
  const exact = fitting.filter(({ part }) => part.name === token.tokenType.name && part.name !== "Name");
  if (tokenMatcher(token, t.Name)) return exact.length > 0 ? exact : fitting;
  const isOfName = prefersNames && fitting.some(({ place: { frame } }) => nameSuffixes.has(frame.production));
  return isOfName ? fitting.filter(({ place }) => !startsCondition(place, index)) : fitting;
}

const nameSuffixes: ReadonlySet<string> = new Set(["arguments", "step"]);

/** Whether a position is in a condition that begins at a token. */
function startsCondition(place: GrammarPosition, index: number): boolean {
  return productionFrames(place).some(({ production, start }) => production === "disjunction" && start === index);
}

/** The productions that are open at a position, the innermost first; consecutive frames of the same production are listed once. */
function productionFrames(place: GrammarPosition): readonly ProductionFrame[] {
  const frames = [place.frame];
  for (let around = place.returnTo; around !== undefined; around = around.returnTo) {
    const { production, start } = around.frame;
    const last = frames.at(-1);
    if (last?.production !== production || last.start !== start) frames.push(around.frame);
  }
  return frames;
}

const sequenceIds = new WeakMap<readonly GrammarPart[], number>();
let lastId = 0;

/** Returns an id for a sequence object. */
function sequenceId(sequence: readonly GrammarPart[]): number {
  const id = sequenceIds.get(sequence) ?? ++lastId;
  sequenceIds.set(sequence, id);
  return id;
}

const repetitions = new WeakMap<GrammarPart, readonly GrammarPart[]>();

/** The grammar part that matches the second and later elements of a repetition, each after a separator if there is one. */
function furtherRepetitions(part: GrammarPart): readonly GrammarPart[] {
  const { definition = [], separator } = part;
  const rest = repetitions.get(part) ?? [
    { type: "Repetition" as const, definition: [...(separator === undefined ? [] : [separator]), ...definition] },
  ];
  repetitions.set(part, rest);
  return rest;
}

/** A comparison, which has either sources or an operator: the parser's grammar allows both, to report a mistake. */
function comparisonParts(parts: readonly GrammarPart[]): readonly GrammarPart[] {
  const sources = parts.findIndex(
    ({ type, definition }) => type === "Option" && definition?.[0]?.name === "provenance",
  );
  if (sources < 0) return parts;
  const alternatives = [parts[sources]?.definition ?? [], parts.slice(sources + 1)];
  const choice: GrammarPart = {
    type: "Alternation",
    definition: alternatives.map((definition) => ({ type: "Alternative" as const, definition: [...definition] })),
  };
  return [...parts.slice(0, sources), choice];
}

/** Removes alternatives that the parser accepts only to report an error: a value alone in a check, arguments where none are allowed. */
function withoutErrorProductions(part: GrammarPart): readonly GrammarPart[] {
  const first = part.type === "Option" ? part.definition?.[0]?.name : undefined;
  if (first === "noArguments") return [];
  return first === "Compare" ? (part.definition ?? []) : [part];
}

interface GrammarTables {
  readonly productions: ReadonlyMap<string, readonly GrammarPart[]>;
  readonly types: ReadonlyMap<string, TokenType>;
}

let tables: GrammarTables | undefined;

/** The productions of the parser's grammar and its token types, by name; created once. */
function grammar(): GrammarTables {
  if (tables === undefined) {
    const described: readonly GrammarPart[] = describeGrammar();
    tables = {
      productions: new Map(
        described.map(({ name = "", definition = [] }) => [
          name,
          comparisonParts(definition.flatMap(withoutErrorProductions)),
        ]),
      ),
      types: new Map(t.tokenTypes.map((type) => [type.name, type])),
    };
  }
  return tables;
}
