import { type Step, withHistory } from "@helve/core";
import { ProvenanceIndex } from "@helve/enforcer";
import { emptyContext, engineOf, readyRules } from "./decisions.ts";
import { compare, interleave, ratioTable, timed } from "./interleave.ts";
import { replayOptions } from "./replay/decide-run.ts";

/** Measures what tracing the arguments of a mail costs after results of several sizes, and after many steps. */
export async function compareProvenance(): Promise<void> {
  const sizes = [10_000, 100_000, 1_000_000];
  const indexes = sizes.map((size) => indexOf(Math.ceil(size / 10_000), Math.min(size, 10_000)));
  await compare(
    "args from any tool, with a text of 2,000 characters",
    sizes.map((size, at) => [`after ${size / 1000} KB of results`, () => indexes[at]?.comesFrom(mail(at), anyTool)]),
  );
  await compare("args only from the prompt or one tool", [
    ["after 10 KB of results", () => indexes[0]?.comesFrom(mail(0), oneTool)],
    ["after 1 MB of results", () => indexes[2]?.comesFrom(mail(2), oneTool)],
  ]);
  const [few, many] = [indexOf(10, 100), indexOf(10_000, 100)];
  await compare("a recipient from any tool", [
    ["after 10 steps", () => few.comesFrom("ann.lee@corp.example", anyTool)],
    ["after 10,000 steps", () => many.comesFrom("ann.lee@corp.example", anyTool)],
  ]);
  const long = prose(1_000_000, 77);
  const longTexts = await interleave(
    [
      ["after 10 KB of results", () => timed(() => indexes[0]?.comesFrom(long, oneTool))],
      ["after 1 MB of results", () => timed(() => indexes[2]?.comesFrom(long, oneTool))],
    ],
    20,
  );
  process.stdout.write(`${ratioTable("args only from the prompt or one tool, with a text of 1 MB", longTexts)}\n`);
  let seed = 0;
  await compare("reading a result", [["10 KB", () => indexOf(1, 10_000, ++seed)]]);
  await compare("a decision by assistant-provenance about a mail", [
    ["after 2 steps with 10 KB", await decisionAfter(2)],
    ["after 200 steps with 1 MB", await decisionAfter(200)],
  ]);
}

/** Decides about mails to many receivers after steps with results of 5 KB. */
async function decisionAfter(count: number): Promise<() => Promise<unknown>> {
  const engine = engineOf(await readyRules("assistant-provenance"), replayOptions({}));
  const steps = Array.from({ length: count }, (_, step) => ({ ...stepOf(step, prose(5000, step)), ran: true }));
  const prompt = "Read the pages about the weather, and send a summary of them to Ann, as her mail says.";
  const receivers = prose(20_000, 7).split(" ");
  let call = 0;
  return async () => {
    const to = [`${receivers[++call % receivers.length]}@corp.example`];
    const action = { id: `mail_${call}`, name: "send_email", args: { ...mail(1), to } };
    return engine.before(action, { ...emptyContext, prompt, trajectory: withHistory(steps, steps) });
  };
}

const anyTool = { sources: [{ type: "tools", matches: () => true }] } as const;
const oneTool = {
  sources: [{ type: "prompt" }, { type: "tools", matches: (tool: string) => tool === "Web.Read1" }],
  only: true,
} as const;

/** A mail that quotes a result. */
function mail(seed: number) {
  return { to: ["ann.lee@corp.example"], subject: "What I found", body: `Dear Ann, ${prose(1900, seed)} Regards` };
}

/** Creates a provenance index over steps of a size. */
function indexOf(steps: number, characters: number, seed = 0): ProvenanceIndex {
  const index = new ProvenanceIndex({ prompt: "Send Ann what you find." });
  for (let step = 0; step < steps; step++) index.add(stepOf(step, prose(characters, seed + step)));
  return index;
}

/** Builds the recorded step of reading a web page with this number and content. */
function stepOf(step: number, content: string): Pick<Step, "action" | "observation" | "ran"> {
  const action = { id: `call_${step}`, name: `Web.Read${step % 7}`, args: { url: `https://x.example/${step}` } };
  return { action, observation: { parts: [{ type: "text", content }], isError: false }, ran: true };
}

/** Generates prose of random words and numbers. */
function prose(characters: number, seed: number): string {
  let state = seed * 7919 + 1;
  const next = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % most;
  };
  let text = "";
  while (text.length < characters) {
    if (next(40) === 0) text += `${next(100_000)} `;
    else text += `${Array.from({ length: 1 + next(3) }, () => syllables[next(syllables.length)]).join("")} `;
  }
  return text.slice(0, characters);
}

const syllables = "ba bel cor dan el fir gon ha im jo ka len mo nar op pel qui ras so tur un ver wi yo zen".split(" ");
