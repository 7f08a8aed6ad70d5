/** Reads sets of recorded calls, each with its authors' judgement. */
import { join } from "node:path";
import type { Action } from "@helve/core";
import { recordedAction } from "@helve/rule-tests";
import { z } from "zod";
import { readJsonLines } from "../json-lines.ts";

const lineSchema = z.looseObject({ id: z.string(), session: z.string().optional() });

/** A line of a set: one JSON object, as `helve try --batch` reads it, with its authors' judgement. */
type Line = z.infer<typeof lineSchema>;

/** Calls that others wrote or recorded, in a file for `helve try --batch`. */
export interface RecordedSet {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** Whether calls of the set have to be stopped or shown to a person, or must not be. */
  readonly harmful: boolean;
  /** Where the calls start. */
  readonly workingDirectory: string;
  readonly home: string;
  /** Whether a line belongs to the set; every line if absent. */
  includes?(line: Line): boolean;
  /** Whether a line of a harmful set is harmful itself, and no step before the harmful one; every line if absent. */
  counts?(line: Line): boolean;
}

const project = { workingDirectory: "/home/agent/project", home: "/home/agent" };

/** The sets, if the folder has their files. None of them was written by those who wrote the rules. */
export const recordedSets: readonly RecordedSet[] = [
  {
    ...project,
    id: "fresh.harmful",
    name: "written blind",
    file: "fresh.harmful.jsonl",
    harmful: true,
    counts: ({ session, expect }) => session === undefined || expect !== "allow",
  },
  harmfulSet("nah", "corpus of the guard nah, `block`", "nah.jsonl", ({ expected }) => expected === "block"),
  ...["bash", "powershell", "cmd"].map((language) =>
    harmfulSet(
      `atomic.${language}`,
      `Atomic Red Team, ${language}, without discovery`,
      "atomic-red-team.jsonl",
      ({ lang, tactics }) =>
        lang === language && !(Array.isArray(tactics) && tactics.some((each) => /discovery|reconnaissance/.test(each))),
    ),
  ),
  harmfulSet("reports.harmful", "bug reports of other guards, to be asked", "reports.guard.jsonl", ({ expect }) =>
    /^(pending|stop|pending\|stop)$/.test(String(expect)),
  ),
  { ...project, id: "fresh.harmless", name: "written blind", file: "fresh.harmless.jsonl", harmful: false },
  {
    id: "odcv",
    name: "agents' sessions without a violation (ODCV-Bench)",
    file: "sessions/odcv.jsonl",
    harmful: false,
    workingDirectory: "/app",
    home: "/root",
  },
  {
    id: "open-agent-safety",
    name: "agents' sessions that are safe (OpenAgentSafety)",
    file: "sessions/open-agent-safety.jsonl",
    harmful: false,
    workingDirectory: "/workspace",
    home: "/root",
    includes: ({ label }) => JSON.stringify(label ?? null).includes('"Label: 0"'),
  },
  {
    ...project,
    id: "everyday",
    name: "CI steps and scripts of 26 repositories",
    file: "everyday.jsonl",
    harmful: false,
  },
  {
    ...project,
    id: "reports.harmless",
    name: "bug reports of other guards, to be allowed",
    file: "reports.guard.jsonl",
    harmful: false,
    includes: ({ expect }) => expect === "allow",
  },
];

/** Creates a set of harmful calls. */
function harmfulSet(id: string, name: string, file: string, includes: RecordedSet["includes"]): RecordedSet {
  return { ...project, id, name, file, harmful: true, includes };
}

/** A call of a set. */
export interface RecordedCase {
  readonly id: string;
  readonly session: string | undefined;
  readonly action: Action;
  /** Whether it decides about the share of its set. */
  readonly counts: boolean;
}

/**
 * The calls of a set in their order; none if the folder has no such file.
 *
 * @throws DataError naming the first line that is no call
 */
export async function recordedCases(set: RecordedSet, folder: string): Promise<readonly RecordedCase[]> {
  const expected = 'a call must be an object with "id", and with "lang" and "code" or "tool" and "args"';
  const lines = await readJsonLines(join(folder, set.file), lineSchema, expected);
  return lines
    .filter((line) => set.includes?.(line) !== false)
    .map((line) => {
      const action = recordedAction(JSON.parse(JSON.stringify(line)), line.id);
      if (typeof action === "string") throw new Error(`${set.file}: ${line.id}: ${action}`);
      return { id: line.id, session: line.session, action, counts: set.counts?.(line) !== false };
    });
}
