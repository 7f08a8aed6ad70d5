import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readerOf } from "./growth-readers.ts";
import { interleave, quantile, timed } from "./interleave.ts";
import { readJsonLines } from "./json-lines.ts";
import { markdown } from "./markdown.ts";

/**
 * Measures how the time to read a text grows with its length: texts that are meant to take long, and others that are four times as
 * long. In linear time the ratio is about 4, in quadratic time 16.
 *
 * @returns a table with the fastest time of the longer text in milliseconds, the ratio of the fastest times, and the spread of the ratio
 *   over the rounds; the highest ratio first
 */
export async function growthTable(): Promise<string> {
  const rows: { readonly name: string; readonly time: number; readonly ratio: number; readonly spread: string }[] = [];
  for (const { reader, part, length } of await growthCases()) {
    const read = readerOf(reader);
    const texts = [length / factor, length].map((size) => part.repeat(Math.ceil(size / part.length)));
    read(texts[1] ?? "");
    const measured = await interleave(
      texts.map((text) => [reader, () => timed(() => read(text))]),
      rounds,
    );
    const [shortest = Number.NaN, time = Number.NaN] = measured.map(({ times }) => Math.min(...times));
    const spread = [0, 1].map((end) => quantile(measured[1]?.ratios ?? [], end).toFixed(1)).join("–");
    rows.push({ name: `${reader}: ${JSON.stringify(part)}`, time, ratio: time / shortest, spread });
  }
  const cells = rows
    .toSorted((a, b) => b.ratio - a.ratio)
    .map(({ name, time, ratio, spread }) => [name, time.toFixed(1), ratio.toFixed(1), spread]);
  const slowest = Math.max(...rows.map(({ time }) => time)).toFixed(1);
  return `${markdown(["text", "ms", "ratio", "spread"], cells)}${rows.length} texts, slowest: ${slowest} ms\n`;
}

/** How many times longer the second text is. */
const factor = 4;
const rounds = 9;

/** Parts that are hard to read when they are repeated, as openings without ends; what reads them; and the length of the longest text. */
const growthTexts = z.object({ readers: z.array(z.string()), length: z.number(), parts: z.array(z.string()) });

async function growthCases() {
  const file = fileURLToPath(new URL("../data/growth-texts.jsonl", import.meta.url));
  const groups = await readJsonLines(file, growthTexts, 'a line must have "readers", "length" and "parts"');
  return groups.flatMap(({ readers, length, parts }) =>
    readers.flatMap((reader) => parts.map((part) => ({ reader, part, length }))),
  );
}
