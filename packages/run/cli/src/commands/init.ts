/** `helve init`: writes rules, tests and a policy for a project. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hookClients } from "@helve/hooks";
import { clientSettings, type SettingsClient } from "@helve/hooks/node";
import { patchOf } from "../install/change-settings.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { presetText, projectPresets } from "../preset-text.ts";
import { confirmLoosening } from "../records/confirm-loosening.ts";
import { installHook, settingsClient } from "./hook-install.ts";

/** The options of `helve init`. */
export interface InitOptions {
  readonly client: readonly string[];
  readonly preset?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/**
 * Writes rules, tests and a policy for the project into the folder `helve`, and lets coding agents call Helve. What is not named by options
 * is asked at a terminal. Files that exist are kept, and named.
 */
export async function init(options: InitOptions, io: Io): Promise<number> {
  const { json, yes = false, force = false } = options;
  const named = options.client.map(settingsClient);
  const preset = options.preset ?? (await askPreset(yes, io));
  const clients = named.length > 0 ? named : await askClients(yes, io);
  const files = projectFiles(preset).map(({ name, text }) => {
    const path = join(io.cwd, name);
    const found = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const status = found === undefined ? "written" : found === text ? "unchanged" : force ? "replaced" : "kept";
    return { name, path, text, status };
  });
  const replaced = files.filter(({ status }) => status === "replaced");
  if (replaced.length > 0) {
    const details = replaced.map(({ path, text }) => patchOf({ path, after: text })).join("");
    const shown = json ? { ...io, out: io.err } : io;
    if (!(await confirmLoosening("Replace these files?", { details, yes }, shown))) {
      shown.out("nothing was changed\n");
      return exitCodes.findings;
    }
  }
  for (const { path, text, status } of files) {
    if (status !== "written" && status !== "replaced") continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const kept = files.filter(({ status }) => status === "kept");
  const usesPreset = files[0]?.status !== "kept";
  if (!json) {
    for (const { name, status } of files) io.out(`${status.padEnd(9)}  ${name}\n`);
    if (kept.length > 0) io.out("Files that were there are kept: --force replaces them.\n");
    io.out(nextSteps(usesPreset ? `those of the preset ${preset}` : "those that were there"));
  }
  let code: number = exitCodes.fine;
  const installed: unknown[] = [];
  const surroundings = json ? { ...io, out: (text: string) => void installed.push(JSON.parse(text)) } : io;
  try {
    for (const client of clients) {
      code = Math.max(code, await installHook(client, { yes, json: json === true }, surroundings));
    }
  } finally {
    const written = files.map(({ name, status }) => ({ name, status }));
    if (json) io.out(`${JSON.stringify({ preset: usesPreset ? preset : null, files: written, clients: installed })}\n`);
  }
  return code;
}

/** Returns the files that `helve init` writes into a project: rules, tests, policy. */
function projectFiles(preset: string): readonly { readonly name: string; readonly text: string }[] {
  const policy = {
    $schema: "https://unpkg.com/@helve/predicates/schema/policy.json",
    extends: "default",
    importantFiles: [],
    trustedHosts: [],
  };
  return [
    { name: "helve/rules.agentspec", text: presetText(preset) },
    { name: "helve/rules.test.agentspec", text: presetText(`${preset}.test`) },
    { name: "helve/policy.json", text: `${JSON.stringify(policy, null, 2)}\n` },
  ];
}

/** Says what a person can do after `helve init`. */
function nextSteps(rules: string): string {
  return `
The rules are ${rules}: change them as the project needs.
  helve test     runs their tests
  helve explain  says in words what they do
  helve trust    lets them replace the preset coding-agent; before, they only add to it

`;
}

/** Asks for the preset of rules; with `--yes`, `coding-agent`. */
async function askPreset(yes: boolean, io: Io): Promise<string> {
  if (yes) return "coding-agent";
  const lines = projectPresets.map((name, index) => `  ${index + 1}  ${name.padEnd(13)} ${presetMeanings[name]}\n`);
  const answer = await ask(`Which rules?\n${lines.join("")}1, 2 or 3 [1]: `, io);
  const preset =
    projectPresets[answer === "" ? 0 : Number(answer) - 1] ?? projectPresets.find((name) => name === answer);
  if (preset === undefined) throw new UsageError(`${answer} is none of ${projectPresets.join(", ")}`);
  return preset;
}

const presetMeanings: Readonly<Record<string, string>> = {
  "coding-agent": "stops what no project needs, and asks about what is risky",
  strict: "asks more often: also about everyday files of the system and every change of a database",
  relaxed: "for a sandbox without secrets: any host may be contacted",
};

/** Asks which coding agents the rules shall guard; with `--yes`, none. */
async function askClients(yes: boolean, io: Io): Promise<readonly SettingsClient[]> {
  if (yes) return [];
  const names = Object.keys(clientSettings) as SettingsClient[];
  const lines = names.map((name, index) => `  ${index + 1}  ${hookClients[name].title}\n`);
  const answer = await ask(`Which coding agents do you use?\n${lines.join("")}Numbers, or Enter for none: `, io);
  const words = answer.split(/[\s,]+/).filter((word) => word !== "");
  return words.map((word) => names[Number(word) - 1] ?? settingsClient(word));
}

/** Asks a question at the terminal; fails without one. */
async function ask(question: string, io: Io): Promise<string> {
  const answer = await io.ask(question);
  if (answer === undefined)
    throw new UsageError("there is no terminal to ask at: pass --preset and --client, or --yes");
  return answer;
}
