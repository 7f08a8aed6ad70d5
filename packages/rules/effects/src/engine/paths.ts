/** Tries each path through a program: undoes what one path changed before the next, and joins them where they meet. */
import type { Certainty } from "../effects.ts";
import { giveUp, lessCertain } from "./interpreter.ts";
import type { Span } from "./ir.ts";
import { isSameContent, joinContents, widenContent } from "./join-contents.ts";
import type { Machine } from "./machine.ts";
import { type Cell, type Content, contentOf, setContent, sizeOf, type World } from "./state.ts";
import { births } from "./value.ts";

/** A part of a program's run whose changes can be undone, such as a branch. */
export interface Region {
  /** The content of each cell that has changed, before its first change in this region. */
  readonly before: Map<Cell, Content>;
  readonly outer: Region | null;
  /** How many cells there were at its start: younger ones were created in it. */
  readonly start: number;
}

/** The changes of a path since its start. */
export interface Path {
  /** The new content of each cell that has changed. */
  readonly contents: ReadonlyMap<Cell, Content>;
  /** How many cells there were at its start. */
  readonly start: number;
}

const noContents: Path["contents"] = new Map();

/** A path that changes nothing. */
export const unchanged: Path = { contents: noContents, start: Number.POSITIVE_INFINITY };

/** The cost of copying or comparing one entry of a cell, in steps. */
const stepsOfEntry = 1 / 30;

/** Returns the work of copying or comparing a cell: its entries plus five. */
function costOf(cell: Cell): number {
  return (sizeOf(cell) + 5) * stepsOfEntry;
}

/** Creates a region (a part of the program whose changes can be undone) inside another. */
export function newRegion(outer: Region | null): Region {
  return { before: new Map(), outer, start: births() };
}

/** Announces a change of a cell, so that it can be undone. Must be called before every change. */
export function willChange(cell: Cell, machine: Machine): void {
  machine.changes++;
  notePast(cell, machine);
  const { before } = machine.region;
  if (before.has(cell)) return;
  machine.steps.left -= costOf(cell);
  before.set(cell, contentOf(cell));
}

/** The contents that cells have had since a call was set to run later, joined for each cell. */
export interface Past {
  readonly contents: Map<Cell, Content>;
  /** How many cells there were then: no later call knows younger ones. */
  readonly start: number;
}

/** Starts recording the states that cells have had. */
export function keepPast(machine: Machine): void {
  machine.past ??= { contents: new Map(), start: births() };
}

/** Records a cell's content before a change. */
function notePast(cell: Cell, machine: Machine): void {
  const { past } = machine;
  if (past === null || cell.born > past.start) return;
  const before = past.contents.get(cell);
  machine.steps.left -= costOf(cell);
  past.contents.set(cell, before === undefined ? contentOf(cell) : joinContents(cell, before, contentOf(cell)));
}

/** Runs code in any state that the program has had so far, and undoes its changes. */
export function runInPast(machine: Machine, run: () => void): void {
  const { past } = machine;
  if (past === null || past.contents.size === 0) return;
  machine.past = null;
  runAside(machine, () => {
    if (addPath(past, false, machine)) run();
    return false;
  });
}

/** Changes the directory or the standard input of the process. */
export function changeWorld(machine: Machine, change: Partial<Pick<World, "directory" | "input">>): void {
  willChange(machine.world, machine);
  Object.assign(machine.world, change);
}

/**
 * Runs code and undoes its changes.
 *
 * @param run - tells whether the end of the code is reached
 * @returns what it changed; `null` if its end is never reached
 */
export function runAside(machine: Machine, run: (region: Region) => boolean): Path | null {
  const outer = machine.region;
  const region = newRegion(outer);
  machine.region = region;
  const isReached = run(region);
  machine.region = outer;
  machine.changes++;
  if (region.before.size === 0) return isReached ? { contents: noContents, start: region.start } : null;
  const contents = new Map<Cell, Content>();
  if (isReached) for (const cell of region.before.keys()) contents.set(cell, contentOf(cell));
  for (const cell of region.before.keys()) notePast(cell, machine);
  // Two cells may share their fields (`super()`): the older content counts.
  for (const [cell, before] of [...region.before].toReversed()) setContent(cell, before);
  return isReached ? { contents, start: region.start } : null;
}

/** Returns the changes since the start of an outer region. */
export function changesSince(region: Region, machine: Machine): Path {
  const contents = new Map<Cell, Content>();
  for (let at: Region | null = machine.region; at !== null; at = at.outer) {
    for (const cell of at.before.keys()) {
      if (contents.has(cell)) continue;
      machine.steps.left -= costOf(cell);
      contents.set(cell, contentOf(cell));
    }
    if (at === region) break;
  }
  return { contents, start: region.start };
}

/** Joins the states of several paths at the point where they meet. @returns whether the end of one of the paths is reached */
export function meet(machine: Machine, paths: readonly (Path | null)[]): boolean {
  const reached = paths.filter((path) => path !== null);
  if (reached.every(({ contents }) => contents.size === 0)) return reached.length > 0;
  for (const cell of new Set(reached.flatMap(({ contents }) => [...contents.keys()]))) {
    const joined = contentWhereMet(cell, reached, () => contentOf(cell), machine);
    willChange(cell, machine);
    setContent(cell, joined);
  }
  return reached.length > 0;
}

/** Joins a cell's contents on the paths where it exists. */
function contentWhereMet(
  cell: Cell,
  paths: readonly Path[],
  unchangedContent: () => Content,
  machine: Machine,
): Content {
  const contents = paths.flatMap((path) => path.contents.get(cell) ?? []);
  const isNew = paths.some((path) => path.contents.has(cell) && cell.born > path.start);
  if (contents.length < paths.length && !isNew) contents.push(unchangedContent());
  machine.steps.left -= costOf(cell) * contents.length;
  return contents.reduce((a, b) => joinContents(cell, a, b));
}

/**
 * Runs alternatives from the same state, and joins their results; their effects are possible, not certain.
 *
 * @returns whether the end of one of them is reached
 */
export function runOneOf(machine: Machine, choices: readonly (() => boolean)[]): boolean {
  const before = machine.certainty;
  const paths = choices.map((choice) => {
    machine.certainty = lessCertain(before, "possible");
    return runAside(machine, choice);
  });
  // After a path that ended early, the rest runs on the others only.
  machine.certainty = paths.includes(null) ? lessCertain(before, "possible") : before;
  return meet(machine, paths);
}

/** Runs code that may be skipped. */
export function asPossible<Result>(machine: Machine, compute: () => Result): Result {
  return withCertainty(lessCertain(machine.certainty, "possible"), machine, () => asOpen(machine, compute));
}

/** Runs code whose changes may not have happened when the next code runs: it runs at the same time, or failed. */
export function asOpen<Result>(machine: Machine, compute: () => Result): Result {
  let result: Result | undefined;
  const path = runAside(machine, () => {
    result = compute();
    return true;
  });
  meet(machine, [unchanged, path]);
  return result as Result;
}

/** Runs code with another certainty. */
export function withCertainty<Result>(certainty: Certainty, machine: Machine, compute: () => Result): Result {
  const before = machine.certainty;
  machine.certainty = certainty;
  const result = compute();
  machine.certainty = before;
  return result;
}

/** From this round on, values that still change are widened. */
const firstWidening = 2;
const maxRounds = 9;

/**
 * Runs code repeatedly until nothing changes, from the join of all states.
 *
 * @param run - tells whether the end of the code is reached, so that it may run again
 */
export function runRepeatedly(machine: Machine, span: Span, run: (round: number) => boolean): void {
  for (let round = 0; round < maxRounds; round++) {
    const path = runAside(machine, () => run(round));
    if (path === null || machine.steps.left <= 0 || !addPath(path, round >= firstWidening, machine)) return;
  }
  giveUp(machine, "what is repeated changes its values in too many ways", span);
}

/** Adds a path to those that start at a state. @returns whether the state has changed */
function addPath(path: Path, isWidened: boolean, machine: Machine): boolean {
  let isChanged = false;
  for (const [cell, content] of path.contents) {
    if (cell.born > path.start) {
      setContent(cell, content);
      continue;
    }
    const before = contentOf(cell);
    const joined = joinContents(cell, before, content);
    const after = isWidened ? widenContent(before, joined, machine) : joined;
    machine.steps.left -= costOf(cell) * 2;
    if (isSameContent(before, after)) continue;
    isChanged = true;
    willChange(cell, machine);
    setContent(cell, after);
  }
  return isChanged;
}

/** Code whose errors are handled: the states in which an error may leave it. */
export interface Attempt {
  readonly region: Region;
  /** The join of these states, as a path since the start of the code. */
  thrown: Path;
  /** The number of changes when `thrown` was brought up to date. */
  changes: number;
}

/** Records that an error may occur here, for the handlers around. */
export function noteThrow(machine: Machine): void {
  const attempt = machine.attempts.at(-1);
  if (attempt === undefined || attempt.changes === machine.changes) return;
  attempt.changes = machine.changes;
  attempt.thrown = joinPaths(attempt, changesSince(attempt.region, machine), machine);
}

/** Joins two paths with the same start. */
function joinPaths({ region, thrown }: Attempt, path: Path, machine: Machine): Path {
  const contents = new Map<Cell, Content>();
  for (const cell of new Set([...thrown.contents.keys(), ...path.contents.keys()]))
    contents.set(
      cell,
      contentWhereMet(cell, [thrown, path], () => contentAtStart(cell, region, machine), machine),
    );
  return { contents, start: region.start };
}

/** Returns a cell's content at the start of an outer region. */
function contentAtStart(cell: Cell, region: Region, machine: Machine): Content {
  let content: Content | undefined;
  for (let at: Region | null = machine.region; at !== null; at = at.outer) {
    content = at.before.get(cell) ?? content;
    if (at === region) break;
  }
  return content ?? contentOf(cell);
}
