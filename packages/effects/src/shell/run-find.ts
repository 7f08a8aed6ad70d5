import type { Argument } from "./argument.ts";
import { noteList, noteLoss, noteWrite } from "./file-deeds.ts";
import { findActions } from "./find.ts";
import { pour } from "./flow.ts";
import { doubt, note, type Run, type Streams, spanOf } from "./run.ts";
import { changeDirectory, copyState, type ShellState } from "./state.ts";
import type { Value } from "./value.ts";

/** Runs `find`: what it lists, deletes and writes, and the commands that it runs. */
export function runFind(words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const [head] = words;
  if (head === undefined) return;
  const last = words.at(-1) ?? head;
  const by = "find";
  const { places, found, chosen, deletes, writes, commands, open } = findActions(words);
  note({ kind: "execute", program: by, from: [] }, by, head, run);
  for (const value of places) {
    const some = value && chosen ? { ...value, partial: true } : value;
    noteList({ value: some, by, span: spanOf(head, last), recursive: true }, state, run);
  }
  for (const { value, at } of deletes) {
    noteLoss("delete", { value, by, span: spanOf(head, at), recursive: value?.glob === false }, state, run);
  }
  for (const { value, start, end } of writes) {
    noteWrite(
      "replace",
      { from: [{ kind: "output", by }] },
      { value, by, span: spanOf(head, { start, end }) },
      state,
      run,
    );
  }
  for (const { words: command, elsewhere } of commands) {
    const from = elsewhere ? changeDirectory(state, literalPlace(places)) : copyState(state);
    run.runWords(command, from, io, { ...run, wrappers: run.wrappers + 1, certain: false });
  }
  if (open && deletes.length === 0) {
    doubt("find gets words that are not known, which may be -delete", by, spanOf(head, last), run);
  }
  if (commands.length > 0) return;
  const names = found.flatMap((value) => (value === null ? [] : [{ ...value, partial: true }]));
  const from = [{ kind: "output", by }] as const;
  pour(io.output, names.length === found.length ? { from, names } : { from });
}

/** The one directory in or below which something is found. */
function literalPlace([place, second]: readonly (Value | null)[]): string | null {
  return place && second === undefined && !place.glob && place.home !== true ? place.text : null;
}
