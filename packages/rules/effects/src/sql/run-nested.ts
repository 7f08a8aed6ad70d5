/** Evaluates SQL in a quoted string that another statement runs. */
import { readCode } from "../languages.ts";
import { emit, emitUnknown, type InnerText, isFull, type Reading } from "./reading.ts";
import { type Token, unknownCharacter } from "./tokens.ts";

/** Returns the SQL inside a quoted token. */
export function innerOf({ text, start, end, content, ...token }: Token): InnerText {
  return { text, token: { ...token, text, start, end }, content, certainty: "certain" };
}

/** Emits the effects of code of another language: the command of `COPY … TO PROGRAM 'gzip > a'`. */
export function runCode(
  language: string,
  { text, token, content, certainty }: InnerText,
  by: string,
  reading: Reading,
): void {
  if (isFull(reading)) {
    emitUnknown(reading, `it is unknown what ${by} runs`, by, [token]);
    return;
  }
  const { context, effects, place } = reading;
  const whole = place(token.start, token.end);
  const found = unknownCharacter.test(text)
    ? ([
        { kind: "anything", certainty: "unknown", by, start: 0, end: 0, reason: `it is unknown what ${by} runs` },
      ] as const)
    : readCode(language, text, { ...context, standardInput: undefined }).effects;
  if (language === "shell") emit(reading, { kind: "execute", program: "sh", from: [], certainty }, by, [token]);
  for (const effect of found) {
    if (isFull(reading)) {
      emitUnknown(reading, `it is unknown what ${by} runs`, by, [token]);
      return;
    }
    const span = content === undefined ? whole : place(content + effect.start, content + effect.end);
    const lower = certainty === "certain" && reading.certainty === "certain" ? effect.certainty : "possible";
    effects.push({ ...effect, certainty: effect.certainty === "certain" ? lower : effect.certainty, ...span });
  }
}
