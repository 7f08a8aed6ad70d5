/** Reads an SQL text: splits it into statements and evaluates each. */
import type { Effect } from "../effects.ts";
import {
  deepestNesting,
  type EffectContext,
  type Effects,
  type Nesting,
  outermostNesting,
  unknownEffects,
} from "../languages.ts";
import { evaluateTokens } from "./evaluate.ts";
import { emitUnknown, type InnerText, isFull, type Reading } from "./reading.ts";
import { dialects, dialectsMayDiffer, type Token, tokenize } from "./tokens.ts";

/** The longest SQL text that is read, in UTF-16 units. */
const maxLength = 100_000;

/** How many characters cost one step of work. */
const charactersPerStep = 60;

/** Reads an SQL text in all dialects; what only some of them see is `possible`. */
export function readSql(text: string, context: EffectContext): Effects {
  const nesting = context.nesting ?? outermostNesting();
  if (text.length > maxLength) return unknownEffects("the SQL text is too long to be analyzed", text);
  if (nesting.depth > deepestNesting) return unknownEffects("SQL is nested too deeply", text);
  return { effects: inAllDialects(text, (tokens) => evaluate(text, tokens, context, nesting), nesting) };
}

/** The effects of one reading of the tokens. */
function evaluate(text: string, tokens: readonly Token[], context: EffectContext, nesting: Nesting): readonly Effect[] {
  const effects: Effect[] = [];
  evaluateTokens(tokens, {
    text,
    context: { ...context, nesting },
    effects,
    place: (start, end) => ({ start, end }),
    certainty: "certain",
    depth: nesting.depth,
    temporary: new Set(),
    variables: new Map(),
  });
  return effects;
}

/** Reads SQL inside SQL, with the temporary tables and variables of the outer text. */
export function readInner({ text, token, content, certainty }: InnerText, outer: Reading): void {
  const nesting = outer.context.nesting ?? outermostNesting();
  const whole = outer.place(token.start, token.end);
  if (outer.depth >= deepestNesting || text.length > maxLength) {
    outer.effects.push({
      kind: "anything",
      certainty: "unknown",
      by: "",
      reason: "SQL is nested too deeply",
      ...whole,
    });
    return;
  }
  const found = inAllDialects(
    text,
    (tokens) => {
      const effects: Effect[] = [];
      const place = (start: number, end: number): { start: number; end: number } =>
        content === undefined ? whole : outer.place(content + start, content + end);
      const own = outer.certainty === "certain" ? certainty : outer.certainty;
      const context = { ...outer.context, nesting: { depth: outer.depth + 1, work: nesting.work } };
      evaluateTokens(tokens, { ...outer, text, context, effects, place, certainty: own, depth: outer.depth + 1 });
      return effects;
    },
    nesting,
  );
  for (const effect of found) {
    if (isFull(outer)) {
      emitUnknown(outer, "it is unknown what the statement does", "", [token]);
      return;
    }
    outer.effects.push(effect);
  }
}

/** Evaluates the tokens of each dialect that separates the text differently, and joins their effects. */
function inAllDialects(
  text: string,
  evaluateDialect: (tokens: readonly Token[]) => readonly Effect[],
  { work }: Nesting,
): readonly Effect[] {
  const readings = new Map<string, readonly Effect[]>();
  const used = dialectsMayDiffer.test(text) ? dialects : dialects.slice(0, 1);
  for (const dialect of used) {
    if (work.left <= 0) return [tooMuchWork(text)];
    work.left -= 1 + text.length / charactersPerStep;
    const tokens = tokenize(text, dialect);
    const key = tokens.map(({ kind, start, end }) => `${kind.charAt(0)}${start}-${end}`).join();
    if (!readings.has(key)) readings.set(key, evaluateDialect(tokens));
  }
  return joinReadings([...readings.values()]);
}

function tooMuchWork(text: string): Effect {
  const reason = "the SQL text does too much to be analyzed";
  return { kind: "anything", certainty: "unknown", by: "", start: 0, end: text.length, reason };
}

/** The effects of all readings, in the order of the text. Those that only some readings have are `possible`. */
function joinReadings(readings: readonly (readonly Effect[])[]): readonly Effect[] {
  const [only, second] = readings;
  if (only === undefined || second === undefined) return only ?? [];
  const byKey = new Map<string, { effect: Effect; count: number }>();
  for (const effects of readings) {
    for (const [key, effect] of new Map(effects.map((each) => [JSON.stringify(each), each]))) {
      const known = byKey.get(key);
      byKey.set(key, { effect, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...byKey.values()]
    .map(({ effect, count }) =>
      count === readings.length || effect.certainty !== "certain" || effect.kind === "anything"
        ? effect
        : { ...effect, certainty: "possible" as const },
    )
    .sort((a, b) => a.start - b.start);
}
