// Evaluates calls by the built-in rules, in a home directory of the test.

import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseProgram } from "@helve/agentspec";
import type { Action, Step } from "@helve/core";
import { createGuards, keptRules } from "@helve/hooks/node";
import { languages } from "../../src/languages.ts";
import { ownFolder } from "../../src/own-folder.ts";
import { folderWith } from "../helve.ts";

/** A call by its tool and arguments, or a shell command. */
export type Call = string | readonly [tool: string, args: Action["args"]];

/** Evaluates the last of some calls by the built-in rules alone; returns the decision and its reason. */
export async function decide(
  calls: readonly Call[],
  client: "claude-code" | "codex" = "claude-code",
  onDisk: Readonly<Record<string, string>> = {},
): Promise<{ readonly kind: string | undefined; readonly reason: string }> {
  const home = folderWith({
    "project/.claude/settings.json": "{}",
    "project/helve/rules.agentspec": "rule @r trigger X check enforce stop end",
    "project/scripts/build.js": "",
    ".claude/settings.json": "{}",
    ".config/helve/policy.json": "{}",
    ".local/state/helve/record.key": "key",
  });
  for (const [path, text] of Object.entries(onDisk)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  mkdirSync(join(home, "elsewhere"), { recursive: true });
  symlinkSync("../.claude", join(home, "project/linked"));
  linkSync(join(home, ".claude/settings.json"), join(home, "project/name"));
  writeFileSync(join(home, "project/list.txt"), `${home}/.claude/settings.json\n`);
  const places = {
    cwd: join(home, "project"),
    home,
    state: join(home, ".local/state/helve"),
    environment: { PATH: `${home}/.local/bin:/usr/bin` },
    program: ownFolder,
    client,
  };
  const [guard] = createGuards({ kept: parseProgram(keptRules), others: [] }, places, languages, {
    isApproved: () => false,
    isLate: () => false,
  });
  const trajectory: Step[] = [];
  let decided: { readonly kind: string | undefined; readonly reason: string } = { kind: undefined, reason: "" };
  for (const [index, call] of calls.entries()) {
    const [name, args] = typeof call === "string" ? (["Bash", { command: call }] as const) : call;
    const action = { id: String(index), name, args: JSON.parse(JSON.stringify(args).replaceAll("HOME/", `${home}/`)) };
    const verdict = await guard?.before(action, {
      ...{ prompt: "", trajectory, signal: new AbortController().signal },
      decode: async (decoded) => ({ ok: true, action: decoded, repairs: [] }),
    });
    const records =
      verdict?.decision.passes.flatMap(({ rules }) => rules.flatMap(({ predicates }) => predicates)) ?? [];
    const [first] = records.filter(({ value }) => value === true || value === "unknown");
    decided = { kind: verdict?.kind, reason: first?.reason ?? "" };
    trajectory.push({ action, observation: { parts: [], isError: false }, ran: true, status: "success" });
  }
  return decided;
}
