import { addressOf } from "./address.ts";
import type { Argument } from "./argument.ts";
import { noteRead } from "./file-deeds.ts";
import { type Flow, joinFlows } from "./flow.ts";
import { note, type Run, spanOf } from "./run.ts";
import type { ShellState } from "./state.ts";
import { deedByVerb } from "./told-verbs.ts";

/**
 * Runs a program that is not in the catalogue: it may read the files and ask the hosts that it is told, and do what its
 * verb says.
 *
 * @returns what it gives
 */
export function runUnlisted(
  name: string,
  [head, ...args]: readonly Argument[],
  state: ShellState,
  input: Flow | undefined,
  run: Run,
): Flow {
  const flows: (Flow | undefined)[] = [input];
  const perhaps: Run = { ...run, certain: false };
  const deed = deedByVerb(name, args);
  if (deed !== undefined && head !== undefined) note(deed, name, spanOf(head, args.at(-1) ?? head), run, false);
  for (const at of args) {
    const text = at.value?.text ?? "";
    if (at.flow?.from.some(({ kind }) => kind !== "environment" && kind !== "input") === true) flows.push(at.flow);
    const span = spanOf(head ?? at, at);
    if (/^(https?|ftp|ssh|git|wss?):\/\//.test(text)) {
      const { host, port, protocol, url } = addressOf(at);
      const address = { host, ...(port !== undefined && { port }), ...(protocol && { protocol }), ...(url && { url }) };
      note({ kind: "network", direction: "in", ...address, from: [] }, name, span, perhaps);
      flows.push({ from: [{ kind: "network", host }] });
    } else if (/^(~|\.{0,2}\/)/.test(text) && !text.startsWith("//")) {
      const value = at.value;
      flows.push(noteRead({ value, by: name, span }, state, perhaps));
    }
  }
  const { from, many } = joinFlows(flows);
  return { from: from.length === 0 ? [{ kind: "output", by: name }] : from, many };
}
