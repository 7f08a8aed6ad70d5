// Records the programs that tests read, as a setup file of vitest: each text with its language and its context is written once.
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { EffectContext, EffectReader } from "@helve/effects";
import { languages } from "../read.ts";
import { plainContext } from "./program.ts";

/** Longer texts are made by tests of limits, whose results depend on the speed of a reader. */
const longestText = 20_000;

const file = process.env["GOLDEN_PROGRAMS"];
if (file === undefined) throw new TypeError("GOLDEN_PROGRAMS must be the file to which programs are written");

const recorded: Set<string> = (globalThis as { recordedPrograms?: Set<string> }).recordedPrograms ?? new Set();
if (recorded.size === 0) {
  recorded.add("");
  Object.assign(globalThis, { recordedPrograms: recorded });
  for (const reader of Object.values(languages)) record(reader, file);
}

/** Makes a reader record each text that it reads, except texts inside other texts. */
function record(reader: EffectReader, to: string): void {
  const read = reader.read.bind(reader);
  const recordAndRead = (text: string, context?: EffectContext): ReturnType<EffectReader["read"]> => {
    const isText = typeof text === "string" && text.length <= longestText && context?.nesting === undefined;
    const plain = isText ? plainContext(context ?? {}) : undefined;
    if (plain !== undefined) {
      const program = { language: reader.name, text, context: plain };
      const key = createHash("sha256").update(JSON.stringify(program)).digest("hex").slice(0, 16);
      if (!recorded.has(key)) appendFileSync(to, `${JSON.stringify({ id: `test#${key}`, ...program })}\n`);
      recorded.add(key);
    }
    return read(text, context);
  };
  Object.assign(reader, { read: recordAndRead });
}
