import { parseProgram } from "@helve/agentspec";
import { enforcementNames, nodeSchemas } from "@helve/agentspec/internal";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { predicates } from "@helve/predicates";
import { actionOf } from "./evaluate-example.ts";
import { code, type ReferencePage } from "./page.ts";

/** Writes the reference page of enforcements: each with a rule and a verdict. */
export async function enforcementPage(): Promise<ReferencePage> {
  const sections = await Promise.all(enforcementNames.map(section));
  return {
    path: "reference/enforcements.md",
    title: "Enforcements",
    description: "What a rule can do with an action: each enforcement with a rule and the verdict of the engine.",
    order: 5,
    text: [introduction, ...sections, domain].join("\n\n"),
  };
}

const command = "rm -rf documents";

/** Each enforcement as it is written in the example. */
const examples: Readonly<Record<string, string>> = {
  user_inspection: 'user_inspection("Delete this?")',
  llm_self_reflect: "llm_self_reflect",
  invoke_action: 'invoke_action(Terminal.Execute, {"command": "mv documents trash"})',
  stop: 'stop("Documents are kept.")',
  skip: "skip",
  none: "none",
  allow: "allow",
  warn: `warn("\${args.command} deletes documents.")`,
  log: `log("\${args.command}")`,
};

const introduction = `A rule enforces one or more of these if its check is true, in the order in which they are written. The verdicts are the same as the engine's
about the call \`Terminal.Execute({"command": "${command}"})\`, computed when this page is built. Nobody is there to answer, so a
question counts as rejected.`;

const domain = `## Enforcements of your own

Any other name is an enforcement that the host defines: \`follow_dist(10)\`, \`planning:cruise:Speed = 8.33\`. How to add one to the engine is
in [Add an enforcement](../guides/enforcer/add-an-enforcement.md).`;

/** Writes the section of one enforcement, with an example and its verdict. */
async function section(name: string): Promise<string> {
  const example = examples[name];
  if (example === undefined) throw new Error(`the enforcement "${name}" has no example in enforcement-page.ts`);
  const rule = `rule @example\ntrigger Terminal.Execute\ncheck is_destructive(args.command)\nenforce ${example}\nend\n`;
  const parts = [
    `## ${name}`,
    new Map(Object.entries(nodeSchemas)).get(name)?.description ?? "",
    `\`\`\`agentspec input="${command}"\n${rule}\`\`\``,
    `Verdict: ${await verdictOf(rule)}`,
  ];
  return parts.join("\n\n");
}

/** The verdict about the call, as Markdown. */
async function verdictOf(rule: string): Promise<string> {
  const tools = { "Terminal.Execute": { code: "command", language: "shell" } } as const;
  const engine = new Engine(parseProgram(rule), { predicates: predicates({ languages: { shell }, tools }) });
  const action = actionOf(command);
  const verdict = await engine.before(action, {
    trajectory: [],
    prompt: "Free some disk space.",
    signal: new AbortController().signal,
    decode: async (decoded) => ({ ok: true, action: decoded, repairs: [] }),
  });
  if (verdict.kind === "allow") {
    const notes = (verdict.notes ?? []).map((note) => `; ${code(note)}`);
    return `${code("allow")}; runs ${code(JSON.stringify(verdict.action.args))}${notes.join("")}`;
  }
  return verdict.kind === "pending" ? code("pending") : `${code(verdict.kind)}; ${code(verdict.reason)}`;
}
