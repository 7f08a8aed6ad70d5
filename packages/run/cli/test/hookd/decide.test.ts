import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadLanguages } from "@helve/guard";
import { SessionMemories } from "@helve/hooks/node";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decide } from "../../src/hookd/decide.ts";
import { folderWith } from "../helve.ts";

/** An event of a session or its project: a call and its result, an event without a result, or a change that no event reports. */
type Happening =
  | { readonly call: object; readonly result?: string }
  | { readonly event: object }
  | { readonly outside: (project: string) => void };

const bash = (command: string): object => ({ tool_name: "Bash", tool_input: { command } });
const write = (path: string, content: string): object => ({
  ...{ tool_name: "Write", tool_input: { file_path: path, content } },
});
const replaceLink = (target: string) => (project: string) => {
  rmSync(join(project, "link"), { force: true });
  symlinkSync(target, join(project, "link"));
};

/** Recorded in sessions of a coding agent. */
const happenings: readonly Happening[] = [
  { event: { hook_event_name: "UserPromptSubmit", prompt: "Build it and clean up." } },
  { call: bash("git status"), result: "clean" },
  { call: bash("ls -la src && cat package.json"), result: "{}" },
  { call: bash("npm test 2>&1 | tail -20"), result: "ok" },
  { call: bash("echo 'rm -rf ~/.config' > link/x.sh"), result: "" },
  { call: write("y.sh", "helve trust ."), result: "written" },
  { call: bash("ln -s y.sh z.sh; cp y.sh w.sh"), result: "" },
  { call: bash("cd link && sh x.sh"), result: "" },
  { call: bash("sh y.sh") },
  { call: bash("bash z.sh; sh link/w.sh") },
  { call: bash("export A=~/.config/helve"), result: "" },
  { call: bash('rm -rf "$A"') },
  { call: bash('python3 -c \'open("link/rules.agentspec", "w")\''), result: "" },
  { call: bash("rm -rf src/old ../other"), result: "" },
  { call: { tool_name: "Unknown", tool_input: { path: "link/settings.json" } }, result: "?" },
  { outside: replaceLink("src") },
  { outside: replaceLink("../.config/helve") },
  { outside: replaceLink("..") },
  { outside: (project) => rmSync(join(project, "link"), { force: true }) },
  { outside: (project) => writeFileSync(join(project, "package.json"), '{"scripts":{"test":"rm -rf ~"}}') },
  { outside: (project) => writeFileSync(join(project, "package.json"), '{"scripts":{"test":"node test.js"}}') },
];

it("answers with what it keeps of a session as processes that keep nothing, alone and in turns with them", async () => {
  await loadLanguages();
  const home = folderWith();
  const step = fc.record({ happening: fc.nat({ max: happenings.length - 1 }), isKept: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), fc.boolean(), async (steps, isAlone) => {
      const sequence = steps.map(({ happening, isKept }) => ({
        ...{ happening: happenings[happening], isKept: isAlone || isKept },
      }));
      const without = await answersOf(
        home,
        sequence.map((each) => ({ ...each, isKept: false })),
      );
      expect(await answersOf(home, sequence)).toEqual(without);
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 120_000);

/** The answers in a new session. */
async function answersOf(
  home: string,
  steps: readonly { readonly happening: Happening | undefined; readonly isKept: boolean }[],
): Promise<readonly string[]> {
  const project = join(home, "project");
  for (const folder of [project, join(home, ".local")]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(project, "src"), { recursive: true });
  const memories = new SessionMemories();
  const answers: string[] = [];
  for (const [nth, { happening, isKept }] of steps.entries()) {
    const send = async (event: object): Promise<void> => {
      const common = { session_id: "s", cwd: project, permission_mode: "default", tool_use_id: `c${nth}` };
      const request = {
        ...{ cwd: project, args: ["hook", "claude-code"], environment: { HOME: home, PATH: "/usr/bin:/bin" } },
        event: Buffer.from(JSON.stringify({ ...common, ...event })),
        signed: Buffer.alloc(0),
      };
      const context = { state: join(home, ".local/state/helve"), signal: new AbortController().signal };
      const kept = isKept ? memories : undefined;
      // The names of questions are random.
      answers.push(
        JSON.stringify(await decide(request, { ...context, memories: kept })).replace(/allow \w{8}/, "allow ID"),
      );
    };
    if (happening === undefined) continue;
    if ("outside" in happening) happening.outside(project);
    else if ("event" in happening) await send(happening.event);
    else {
      await send({ ...happening.call, hook_event_name: "PreToolUse" });
      if (happening.result !== undefined)
        await send({ ...happening.call, hook_event_name: "PostToolUse", tool_response: happening.result });
    }
  }
  return answers;
}
