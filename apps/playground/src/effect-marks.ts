import type { Mark } from "./editor/marks.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { effectKind, toneOrder } from "./view/effect-kinds.ts";

/** Lists the characters of the code that have effects, to underline them. */
export function effectMarks({ effects, action }: EvaluatedCall, code: string): readonly Mark[] {
  const marks = new Map<
    string,
    { readonly start: number; readonly end: number; tones: number[]; sentences: Set<string> }
  >();
  const [argument] = Object.keys(action?.args ?? {});
  for (const { kind, sentence, start, end, text, path } of effects) {
    // Effects of code inside other code may have positions in a text that the input does not have.
    if (path !== `/${argument}` || code.slice(start, end) !== text) continue;
    const mark = marks.get(`${start} ${end}`) ?? { start, end, tones: [], sentences: new Set() };
    mark.tones.push(toneOrder.indexOf(effectKind(kind).tone));
    mark.sentences.add(sentence);
    marks.set(`${start} ${end}`, mark);
  }
  return [...marks.values()].map(({ start, end, tones, sentences }) => ({
    start,
    end,
    className: `effect-mark tone-${toneOrder[Math.max(...tones)]}`,
    title: [...sentences].join("\n"),
  }));
}
