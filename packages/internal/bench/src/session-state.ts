import { type Step, type Trajectory, withHistory } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { predicates } from "@helve/predicates";
import { emptyContext } from "./decisions.ts";
import { median, timed } from "./interleave.ts";

/** Measures what a decision costs late in a session, and after steps that are expensive to read. */
export async function measureSessions(): Promise<void> {
  await measure("ordinary steps", 10_000, (n) => {
    return `mkdir -p out/${n} && echo 'ls -l' > out/${n}/run.sh && sh out/${n}/run.sh`;
  });
  await measure("hostile steps", 300, hostile);
}

/** Returns a command with the most work that the shell reader allows. */
function hostile(n: number): string {
  const lines = Array.from({ length: 300 }, (_, line) => `for i in a b c d e f; do echo $i${n} > f$i${line}; done`);
  return lines.join("\n");
}

const names = ["is_delete_important_file", "is_executing_malware", "contacts_untrusted_host"];

/** Measures decisions after a number of steps. */
async function measure(title: string, count: number, command: (n: number) => string): Promise<void> {
  const all = predicates({ languages: { shell, python }, workingDirectory: "/home/ada/project" });
  const tested = all.filter(({ name }) => names.includes(name));
  if (tested.length !== names.length) throw new Error(`there must be predicates ${names.join(", ")}`);
  const actionOf = (id: number, text: string) => ({ id: `${id}`, name: "Terminal.Execute", args: { command: text } });
  const decide = (text: string, trajectory: Trajectory): Promise<number> =>
    timed(async () => {
      const context = { ...emptyContext, action: actionOf(trajectory.length, text), trajectory };
      for (const each of tested) await each.evaluate([], context);
    });
  const steps: Step[] = [];
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    times.push(await decide(command(n), withHistory(steps, steps)));
    steps.push({ action: actionOf(n, command(n)), observation: { parts: [], isError: false }, ran: true });
  }
  const fromScratch = await decide("ls", withHistory(steps, times));
  const next = await decide("ls", withHistory([...steps, steps[0] as Step], times));
  const tenth = Math.max(1, Math.floor(count / 10));
  const micro = (time: number): string => `${(time * 1000).toFixed(0)} µs`;
  process.stdout.write(
    `${count} ${title}, a decision with ${tested.length} predicates: median ${micro(median(times.slice(0, tenth)))} in the first tenth, ` +
      `${micro(median(times.slice(-tenth)))} in the last tenth, all ${times.reduce((sum, time) => sum + time, 0).toFixed(0)} ms; ` +
      `another history ${fromScratch.toFixed(0)} ms, the next decision ${micro(next)}\n`,
  );
}
