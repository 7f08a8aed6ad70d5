import { writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { expect } from "vitest";
import { bash, type Case, type Step } from "./case.ts";
import { type Ended, type Home, prepare, writeFiles } from "./home.ts";

/** The decision about a call; `failed` if Helve has not decided. */
type Decision = "silent" | "ask" | "deny" | "failed";

/** Sends the calls of a case to the real program, as a client does, and compares the strictest decision with the expected one. */
export async function expectDecision(each: Case, home: Home): Promise<void> {
  const { expected } = each;
  const { decision, reason } = await decide(each, home);
  const allowed: readonly Decision[] = expected === "ask" ? ["ask", "deny"] : [expected];
  expect(allowed, `the decision is "${decision}": ${reason}`).toContain(decision);
}

/** The name of a case: its calls. */
export function nameOf({ name, steps, expected, cwd }: Case): string {
  const texts = steps.map((step) => (typeof step === "string" ? step : `${step.tool} ${JSON.stringify(step.args)}`));
  const calls = texts.join(" ; then ").replaceAll("\n", "⏎");
  return `${expected}: ${name === undefined ? "" : `${name}: `}${calls}${cwd === undefined ? "" : ` (in ${cwd})`}`;
}

interface Decided {
  readonly decision: Decision;
  /** For a person. */
  readonly reason: string;
}

/** The strictest decision about the calls of a case. Calls before the last one are reported as run. */
async function decide({ steps, client = "claude-code", cwd, before, environment }: Case, home: Home): Promise<Decided> {
  const project = home.createProject();
  const inPlace = placed({ ...home, project });
  if (before !== undefined) await prepare(inPlace(before), project, home);
  const directory = inPlace(cwd ?? "{project}");
  const decided: Decided[] = [];
  for (const [index, step] of steps.entries()) {
    const { tool, args, session = "s" } = stepInPlace(step, inPlace);
    const event = {
      ...{ session_id: `${project} ${session}`, cwd: directory, permission_mode: "default" },
      ...{ tool_name: tool, tool_input: args, tool_use_id: `call_${index}` },
    };
    const send = (hook_event_name: string, more: object = {}): Promise<Ended> =>
      home.hook(client, directory, JSON.stringify({ hook_event_name, ...event, ...more }), environment);
    decided.push(decisionOf(await send("PreToolUse")));
    if (index === steps.length - 1) break;
    writeFor(args, directory);
    await send("PostToolUse", { tool_response: "ok" });
  }
  const strictness: readonly Decision[] = ["silent", "ask", "deny", "failed"];
  return decided.reduce((worst, next) =>
    strictness.indexOf(next.decision) > strictness.indexOf(worst.decision) ? next : worst,
  );
}

/** Replaces the names of places, and encodes what is in `{base64:…}`. */
function placed({ folder, dist, project }: Home & { readonly project: string }): (text: string) => string {
  const places: Readonly<Record<string, string>> = {
    ...{ home: folder, dist, project, node: process.execPath },
    ...{ packages: join(dist, "../.."), bin: dirname(process.execPath) },
  };
  return (text) =>
    text
      .replace(/\{(home|project|packages|dist|node|bin)\}/g, (_, name: string) => places[name] ?? "")
      .replace(/\{base64:(.*?)\}/g, (_, code: string) => Buffer.from(code).toString("base64"));
}

function stepInPlace(step: string | Step, inPlace: (text: string) => string): Step {
  const { args, ...others } = typeof step === "string" ? bash(step) : step;
  return { ...others, args: JSON.parse(inPlace(JSON.stringify(args))) };
}

/** The decision in the form of Claude Code and Codex. Codex can't ask, and says in its denial how a person allows the call. */
function decisionOf({ code, out, err }: Ended): Decided {
  if (code !== 0) return { decision: "failed", reason: err };
  if (out === "") return { decision: "silent", reason: "no rule objects" };
  const { permissionDecision: decision, permissionDecisionReason: reason } = JSON.parse(out).hookSpecificOutput;
  return { decision: /helve allow [0-9a-f]+$/.test(reason) ? "ask" : decision, reason };
}

/** Performs an allowed `Write`, inside of the project only. */
function writeFor(args: Step["args"], directory: string): void {
  const { file_path: path, content } = args;
  if (typeof path !== "string" || typeof content !== "string") return;
  if (isAbsolute(path) && path.startsWith(`${directory}/`)) writeFileSync(path, content);
  else if (/^[\w./-]+$/.test(path) && !path.includes("..")) writeFiles(directory, { [path]: content });
}
