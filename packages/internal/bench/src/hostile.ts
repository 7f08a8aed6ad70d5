/** Measures texts that are meant to take long: the time to read each, and to decide about a call that contains it. */
import { parseProgram } from "@helve/agentspec";
import type { EffectReader } from "@helve/effects";
import { patch } from "@helve/effects/patch";
import { Engine } from "@helve/enforcer";
import { predicates } from "@helve/predicates";
import { emptyContext, readyRules } from "./decisions.ts";
import { type HostileText, hostileTexts } from "./hostile-texts.ts";
import { interleave, median, timed } from "./interleave.ts";
import { markdown } from "./markdown.ts";
import { languages } from "./safety/judge.ts";

const readers: ReadonlyMap<string, EffectReader> = new Map([...Object.entries(languages), ["patch", patch]]);

/** The number of measurements of each text. */
const rounds = 3;

/**
 * Measures texts that are meant to take long: how long reading each takes, and how long the rules for coding agents take to
 * decide about a call with it.
 *
 * @returns a table with the median times in milliseconds, the slowest decisions first
 */
export async function hostileTable(): Promise<string> {
  const decide = await codingAgentDecisions();
  const texts = await hostileTexts();
  // A slow first run is not a property of the text, so each text is run once before.
  for (const each of texts.filter(({ text }) => text.length < 2000)) await decide(each);
  const rows: (readonly [name: string, reading: number, decision: number, effects: number, length: number])[] = [];
  for (const each of texts) {
    const { language, text } = each;
    const reader = readers.get(language);
    if (reader === undefined) throw new Error(`there is no reader for ${language}`);
    const contenders = [
      ["read", () => timed(() => reader.read(text, { languages }))],
      ["decide", () => timed(() => decide(each))],
    ] as const;
    const [reading, decision] = (await interleave(contenders, rounds)).map(({ times }) => median(times));
    const { effects } = reader.read(text, { languages });
    const unread = effects.find((effect) => effect.kind === "anything");
    const name = `${language}: ${each.name}${unread === undefined ? "" : ` (${unread.reason})`}`;
    rows.push([name, reading ?? Number.NaN, decision ?? Number.NaN, effects.length, text.length]);
  }
  rows.sort(([, , one], [, , other]) => other - one);
  const [worst, , slowest] = rows[0] ?? ["", 0, 0];
  const cells = rows.map(([name, reading, decision, ...sizes]) => [
    name,
    reading.toFixed(1),
    decision.toFixed(1),
    ...sizes,
  ]);
  const table = markdown(["text", "read", "decide", "effects", "length"], cells);
  return `${table}${rows.length} texts, worst: ${worst}: ${slowest.toFixed(1)} ms\n`;
}

/** Decides about a call with a text by the rules for coding agents, with an engine that has read nothing yet. */
async function codingAgentDecisions(): Promise<(hostile: HostileText) => Promise<unknown>> {
  const program = parseProgram(await readyRules("coding-agent"));
  const tools = {
    ...Object.fromEntries(Object.keys(languages).map((language) => [language, { code: "text", language }])),
    patch: { patch: "text" },
  };
  const options = { languages, tools, workingDirectory: "/home/ada/project" };
  return ({ language, text }) => {
    const engine = new Engine(program, { predicates: predicates(options), inspect: () => ({ decision: "reject" }) });
    return engine.before({ id: "1", name: language, args: { text } }, emptyContext);
  };
}
