import type { PredicateContext, Step } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { predicates } from "@helve/predicates";

/** Measures what a decision costs late in a session, and after steps that are expensive to read. */
export async function measureSessions(): Promise<void> {
  await measure(
    "ordinary steps",
    10_000,
    (n) => `mkdir -p out/${n} && echo 'ls -l' > out/${n}/run.sh && sh out/${n}/run.sh`,
  );
  await measure("hostile steps", 300, (n) => hostile(n));
}

/** A command that takes as much work as the shell reader allows. */
function hostile(n: number): string {
  const lines = Array.from({ length: 300 }, (_, line) => `for i in a b c d e f; do echo $i${n} > f$i${line}; done`);
  return lines.join("\n");
}

async function measure(title: string, count: number, command: (n: number) => string): Promise<void> {
  const all = predicates({ languages: { shell, python }, workingDirectory: "/home/ada/project" });
  const tested = ["is_delete_important_file", "is_executing_malware", "contacts_untrusted_host"].map((name) => {
    const found = all.find((each) => each.name === name);
    if (found === undefined) throw new Error(`there is no predicate ${name}`);
    return found;
  });
  const steps: Step[] = [];
  const decide = async (text: string, trajectory: readonly Step[]): Promise<number> => {
    const action = { id: String(trajectory.length), name: "Terminal.Execute", args: { command: text } };
    const context: PredicateContext = { action, trajectory, prompt: "", signal: new AbortController().signal };
    const start = performance.now();
    for (const each of tested) await each.evaluate([], context);
    return performance.now() - start;
  };
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    times.push(await decide(command(n), [...steps]));
    const action = { id: String(n), name: "Terminal.Execute", args: { command: command(n) } };
    steps.push({ action, observation: { parts: [], isError: false }, ran: true });
  }
  const copies = steps.map((step) => ({ ...step }));
  const fromScratch = await decide("ls", copies);
  const next = await decide("ls", [...copies, { ...(copies[0] as Step) }]);
  const median = (part: readonly number[]): string => {
    const sorted = part.toSorted((a, b) => a - b);
    return `${((sorted[sorted.length >> 1] ?? 0) * 1000).toFixed(0)} µs`;
  };
  const tenth = Math.max(1, Math.floor(count / 10));
  process.stdout.write(
    `${count} ${title}, a decision with 3 predicates: median ${median(times.slice(0, tenth))} in the first tenth, ` +
      `${median(times.slice(-tenth))} in the last tenth, all ${times.reduce((sum, time) => sum + time, 0).toFixed(0)} ms; ` +
      `a history of new objects ${fromScratch.toFixed(0)} ms, the next decision ${(next * 1000).toFixed(0)} µs\n`,
  );
}
