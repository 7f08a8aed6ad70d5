/** Reads the code in an argument with the reader of its language. */
import { shellWord } from "@helve/core/internal";
import { argumentTarget } from "./argument-target.ts";
import { type ArgumentValue, argumentValues, itemsOf, wholeValues } from "./argument-values.ts";
import { describeType } from "./describe-type.ts";
import { type ActionEffects, type EffectsInput, inSequence, unknownPart } from "./effects-part.ts";
import type { CodeUse } from "./tool-use.ts";

/** The effects of the code in an argument. */
export function codeEffects(use: CodeUse, input: EffectsInput): ActionEffects {
  const { args, policy, state } = input;
  const [start] = use.directory === undefined ? [] : argumentValues(args, use.directory);
  const directory = start === undefined ? undefined : directoryOf(start.value, input);
  const initial = directory === undefined ? state : { ...state, directory };
  return inSequence(wholeValues(args, use.code), initial, (value, before) =>
    readCodeValue(use.language, use.typed ? typedLines(value) : value, use.items, { policy, state: before }),
  );
}

/** Converts typed keys to lines of the same length, so that offsets stay valid. */
function typedLines({ value, path }: ArgumentValue): ArgumentValue {
  return { value: typeof value === "string" ? value.replaceAll(/\{enter\}/gi, "\n      ") : value, path };
}

/** Reads the effects of a value that is code. @param items - what the items of a list are; without it, a list is unknown */
export function readCodeValue(
  language: string,
  value: ArgumentValue,
  items: CodeUse["items"],
  reading: Reading,
): ActionEffects {
  if (!Array.isArray(value.value) || items === undefined) return readValue(language, value, reading);
  const values = itemsOf(value);
  if (items === "words" && values.length > 1) return wordEffects(language, values, reading);
  return inSequence(values, reading.state, (item, state) => readValue(language, item, { ...reading, state }));
}

type Reading = Pick<EffectsInput, "policy" | "state">;

/** Reads the effects of one text of code. */
function readValue(language: string, { value, path }: ArgumentValue, { policy, state }: Reading): ActionEffects {
  if (typeof value !== "string") {
    const advice = Array.isArray(value) ? ': a list needs items: "words" or "programs" in the policy' : "";
    return { parts: [unknownPart(`the code at ${path} must be a string, not ${describeType(value)}${advice}`)] };
  }
  const { effects, commands, after } = policy.read(language, value, state);
  return { parts: [{ path, text: value, runs: { language, code: value }, effects, commands }], after };
}

/** Reads the effects of a list of words as one quoted command. */
function wordEffects(language: string, values: readonly ArgumentValue[], { policy, state }: Reading): ActionEffects {
  const other = values.find(({ value }) => typeof value !== "string");
  if (other !== undefined) return readValue(language, other, { policy, state });
  const words = values.map(({ value }) => shellWord(String(value)));
  const { effects, commands, after } = policy.read(language, words.join(" "), state);
  const parts = values.map(({ value, path }, index) => {
    const text = String(value);
    const start = words.slice(0, index).reduce((length, word) => length + word.length + 1, 0);
    const end = start + (words[index]?.length ?? 0) + 1;
    const within = effects.filter(
      (effect) => effect.start >= start && (effect.start < end || index === words.length - 1),
    );
    return { path, text, effects: within.map((effect) => ({ ...effect, start: 0, end: text.length })) };
  });
  const [first, ...others] = parts;
  const runs = { language, code: words.join(" ") };
  return { parts: first === undefined ? [] : [{ ...first, runs, commands }, ...others], after };
}

/** The directory where code starts: `null` if it is unknown, `undefined` if the call does not say. */
function directoryOf(value: unknown, input: EffectsInput): string | null | undefined {
  if (value === "" || value === null) return undefined;
  return argumentTarget(value, input)?.path ?? null;
}
