// Remembers what a script has written to each file, so that the content is known if the script later reads or runs the file.
import type { Origin, WriteEffect } from "../effects.ts";
import { normalizePath } from "../path.ts";
import type { Evaluation } from "./evaluation.ts";
import { type Flow, joinOrigins, originsOf } from "./flow.ts";
import type { ShellState } from "./state.ts";
import { targetOf } from "./target.ts";
import type { Value } from "./value.ts";

/** A write to a file, or to everything in a directory. */
interface FileWrite {
  readonly value: Value | null;
  readonly mode: WriteEffect["mode"];
  readonly flow: Flow | undefined;
  readonly recursive: boolean;
}

/** Records what the script writes to a file, for when it reads or runs the file later. */
export function recordWritten(
  { value, mode, flow, recursive }: FileWrite,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const path = fileKey(value, state);
  if (path === undefined) return;
  const { written } = evaluation;
  const key = recursive ? contentsKey(path) : path;
  const earlier = written.get(key);
  const isFirst = earlier === undefined || earlier.text === flow?.text;
  if (mode === "replace" && isFirst && flow !== undefined) written.set(key, flow);
  else written.set(key, { from: joinOrigins([earlier?.from ?? [], originsOf(flow)]), many: flow?.many });
}

/** The content of a file: the file is its origin, and so is the data that the script wrote to it. */
export function contentOfFile(value: Value | null, state: ShellState, evaluation: Evaluation): Flow {
  const from: readonly Origin[] = [{ kind: "file", target: targetOf(value, state) }];
  const earlier = dataWrittenTo(value, state, evaluation);
  if (earlier === undefined) return { from };
  return { ...earlier, from: earlier.from.length === 0 ? from : joinOrigins([from, earlier.from]) };
}

/** The data that the script wrote to a file, or to a directory that contains it. */
export function dataWrittenTo(value: Value | null, state: ShellState, { written }: Evaluation): Flow | undefined {
  const path = written.size === 0 ? undefined : fileKey(value, state);
  if (path === undefined) return;
  const own = written.get(path);
  if (own !== undefined) return own;
  let directory = path;
  for (let steps = 0; steps < 32; steps++) {
    const slash = directory.lastIndexOf("/");
    if (slash === -1) return written.get(contentsKey(""));
    directory = directory.slice(0, slash);
    const above = written.get(contentsKey(directory === "" ? "/" : directory));
    if (above !== undefined || directory === "") return above;
  }
  return;
}

/** The key of a file: its path, or the path as written when the directory is unknown. */
function fileKey(value: Value | null, state: ShellState): string | undefined {
  if (value === null || value.glob) return;
  const known = targetOf(value, state)?.path;
  if (known !== undefined) return known;
  const path = normalizePath(value.text);
  return path === "" ? "?" : `?/${path}`;
}

/** The key of everything in a directory. */
function contentsKey(directory: string): string {
  return directory === "" ? "./**" : `${directory === "/" ? "" : directory}/**`;
}
