import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import type { GuardContext } from "@helve/core";
import type { EffectReader } from "@helve/effects";
import { javascript } from "@helve/effects/javascript";
import { patch } from "@helve/effects/patch";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { Engine } from "@helve/enforcer";
import { predicates } from "@helve/predicates";
import type { HostileText } from "./hostile/hostile-text.ts";
import { javascriptTexts } from "./hostile/javascript-texts.ts";
import { patchTexts } from "./hostile/patch-texts.ts";
import { cmdTexts, powershellTexts } from "./hostile/powershell-texts.ts";
import { pythonTexts } from "./hostile/python-texts.ts";
import { shellTexts } from "./hostile/shell-texts.ts";
import { sqlTexts } from "./hostile/sql-texts.ts";
import { median } from "./quantile.ts";

const languages = { shell, python, javascript, sql, powershell, cmd };
const readers: ReadonlyMap<string, EffectReader> = new Map([...Object.entries(languages), ["patch", patch]]);

/** How often each text is measured. */
const rounds = 3;

/**
 * Measures texts that are meant to take long: how long reading each takes, and how long the rules for coding agents take to
 * decide about a call with it.
 *
 * @returns a table with the median times in milliseconds, the slowest decisions first
 */
export async function hostileTable(): Promise<string> {
  const newEngine = await codingAgentEngines();
  const texts = [
    ...shellTexts,
    ...pythonTexts,
    ...javascriptTexts,
    ...sqlTexts,
    ...powershellTexts,
    ...cmdTexts,
    ...patchTexts,
  ];
  // What is slow at the first time only is no property of a text.
  for (const each of texts.filter(({ text }) => text.length < 2000)) await decide(each, newEngine());
  const rows: Row[] = [];
  for (const each of texts) rows.push(await measure(each, newEngine));
  rows.sort((a, b) => b.decision - a.decision);
  const [worst] = rows;
  const lines = rows.map(
    ({ language, name, size, reading, decision, effects, unread }) =>
      `${reading.toFixed(1).padStart(8)} ${decision.toFixed(1).padStart(8)} ${String(effects).padStart(8)} ${String(size).padStart(8)}  ` +
      `${language}: ${name}${unread === undefined ? "" : ` (${unread})`}`,
  );
  const last = worst === undefined ? "" : `worst: ${worst.language}, ${worst.name}: ${worst.decision.toFixed(1)} ms`;
  return `    read   decide  effects   length  text\n${lines.join("\n")}\n${rows.length} texts, ${last}\n`;
}

interface Row {
  readonly language: string;
  readonly name: string;
  readonly size: number;
  /** Milliseconds of the reader alone. */
  readonly reading: number;
  /** Milliseconds of a decision, which reads the text, too. */
  readonly decision: number;
  readonly effects: number;
  /** Why a part of the text is not read. */
  readonly unread: string | undefined;
}

async function measure(hostile: HostileText, newEngine: () => Engine): Promise<Row> {
  const { language, name, text } = hostile;
  const reader = readers.get(language);
  if (reader === undefined) throw new Error(`there is no reader for ${language}`);
  const times: { readonly reading: number; readonly decision: number }[] = [];
  let effects = reader.read("", { languages }).effects;
  for (let round = 0; round < rounds; round++) {
    const reading = await timed(() => {
      effects = reader.read(text, { languages }).effects;
    });
    // An engine keeps what it has read.
    const engine = newEngine();
    times.push({ reading, decision: await timed(() => decide(hostile, engine)) });
  }
  const unread = effects.find((effect) => effect.kind === "anything");
  return {
    language,
    name,
    size: text.length,
    reading: median(times.map((time) => time.reading)),
    decision: median(times.map((time) => time.decision)),
    effects: effects.length,
    unread: unread?.kind === "anything" ? unread.reason : undefined,
  };
}

/** The milliseconds that something takes. */
async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function decide({ language, text }: HostileText, engine: Engine): Promise<void> {
  await engine.before({ id: "1", name: language, args: { text } }, context);
}

const context: GuardContext = {
  trajectory: [],
  prompt: "",
  signal: new AbortController().signal,
  decode: () => Promise.reject(new Error("nothing is changed here")),
};

/** Creates engines with the rules for coding agents, each of which has read nothing yet. */
async function codingAgentEngines(): Promise<() => Engine> {
  const file = new URL(import.meta.resolve("@helve/predicates/rules/coding-agent.agentspec"));
  const program = parseProgram(await readFile(file, "utf8"));
  const tools = {
    shell: { code: "text", language: "shell" },
    python: { code: "text", language: "python" },
    javascript: { code: "text", language: "javascript" },
    sql: { code: "text", language: "sql" },
    powershell: { code: "text", language: "powershell" },
    cmd: { code: "text", language: "cmd" },
    patch: { patch: "text" },
  } as const;
  return () =>
    new Engine(program, {
      predicates: predicates({ languages, tools, workingDirectory: "/home/ada/project" }),
      inspect: () => ({ decision: "reject" }),
    });
}
