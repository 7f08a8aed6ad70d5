/** Summarizes the steps of a session one by one: which files, links and settings they leave. */
import type { Action, Step } from "@helve/core";
import type { StepFold } from "@helve/core/internal";
import type { Effect, ExecutionState, FileData, Nesting } from "@helve/effects";
import { fileKey, LayeredMap, limitedNesting, runsOn } from "@helve/effects";
import { effectsOfAction } from "../action-effects.ts";
import { CreatedFiles, type CreatedFilesSnapshot } from "../created-files.ts";
import type { ActionEffects } from "../effects-part.ts";
import { linksOnDisk } from "../links-on-disk.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { mayChangeIgnoreRules } from "./ignore-rules.ts";
import { KnownFiles } from "./known-files.ts";
import { codeThatRuns, mayRunOn, type RunningCode, withRunning } from "./running-code.ts";
import { isOfProcess, type SessionStart, ToolSessions, type ToolSessionsSnapshot } from "./tool-sessions.ts";

/** The most work to read one step, in the steps of `Nesting`; less when the steps before it used up `workInStock`. */
const workPerStep = 2000;
const workOfEmptyStock = 60;
/** The work for expensive steps, and how much each step adds to it, so that a long session has enough for ordinary steps. */
const workInStock = 30_000;
const workAddedByStep = 150;
/** The most links and settings that are kept; the oldest ones become unknown. */
const maxEntries = 1000;

/** The state after some steps, as JSON. */
export interface FoldSnapshot {
  readonly files: readonly (readonly [string, FileData])[];
  readonly links: readonly (readonly [string, string | null])[];
  readonly settings: readonly (readonly [string, string | null])[];
  readonly tools: ToolSessionsSnapshot;
  readonly created: readonly [CreatedFilesSnapshot, CreatedFilesSnapshot];
  readonly running?: readonly RunningCode[];
  readonly stock: number;
  /** Whether no step may have changed which files git ignores. */
  readonly ignoresAreTrusted?: boolean;
}

type SessionAction = Pick<Action, "name" | "args" | "place">;

/** The state after some steps of a session. It changes when a step is added. */
export class SessionFold implements StepFold {
  /** The number of steps that were added, also of those that did not run. */
  added = 0;
  readonly origin: FoldSnapshot | undefined;
  readonly #policy: PreparedPolicy;
  readonly #files: KnownFiles = new KnownFiles();
  readonly #links: Map<string, string | null> = new Map();
  readonly #settings: Map<string, string | null> = new Map();
  readonly #tools: ToolSessions;
  /** The created files if tools keep nothing between calls, and if they keep everything. */
  readonly #created: readonly [CreatedFiles, CreatedFiles];
  #stock = workInStock;
  /** Whether no step may have changed which files git ignores, so that facts about ignored files count. */
  ignoresAreTrusted = true;
  #running: readonly RunningCode[] = [];

  /** @param origin - the snapshot with which it begins, whose steps don't count for `added` */
  constructor(policy: PreparedPolicy, origin?: FoldSnapshot) {
    this.origin = origin;
    this.#policy = policy;
    this.#tools = new ToolSessions(policy);
    this.#created = [new CreatedFiles(policy.base), new CreatedFiles(policy.base)];
    if (origin !== undefined) this.#restore(origin);
  }

  /** The state as JSON. */
  snapshot(): FoldSnapshot {
    const [fresh, kept] = this.#created;
    return {
      files: [...this.#files.data],
      links: [...this.#links],
      settings: [...this.#settings],
      tools: this.#tools.snapshot(),
      created: [fresh.snapshot(), kept.snapshot()],
      running: this.#running,
      stock: this.#stock,
      ignoresAreTrusted: this.ignoresAreTrusted,
    };
  }

  #restore({
    files,
    links,
    settings,
    tools,
    created,
    running = [],
    stock,
    ignoresAreTrusted = false,
  }: FoldSnapshot): void {
    this.ignoresAreTrusted = ignoresAreTrusted;
    this.#running = running;
    this.#files.restore(files);
    for (const [path, to] of links) this.#links.set(path, to);
    for (const [name, value] of settings) this.#settings.set(name, value);
    this.#tools.restore(tools);
    for (const [index, each] of this.#created.entries()) each.restore(created[index] ?? created[0]);
    this.#stock = stock;
  }

  startsOf(tool: string): readonly SessionStart[] {
    return this.#tools.startsOf(tool, {
      files: this.#files.data,
      links: linksOnDisk(this.#links, this.#policy.original.facts?.linkTarget, this.#policy.base),
      settings: this.#settings,
    });
  }

  file(path: string): FileData | undefined {
    return this.#files.data.get(fileKey(path, this.#policy.base));
  }

  running(): readonly RunningCode[] {
    return this.#running;
  }

  created({ keeps }: SessionStart): CreatedFiles {
    return this.#created[keeps === true ? 1 : 0];
  }

  /** Adds a step. A step that failed may have done a part of what its text says; one that did not run has done nothing. */
  add({ action, ran, observation, status }: Step): void {
    this.added++;
    if (!ran) return;
    this.#stock = Math.min(workInStock, this.#stock + workAddedByStep);
    const starts = this.startsOf(action.name);
    const isCertain = observation?.isError !== true;
    const readings = starts.map((start) => ({ ...start, ...this.#read(action, start.state) }));
    for (const { keeps, parts, after } of readings) {
      const effects = parts.flatMap((part) => part.effects);
      if (effects.some(mayChangeIgnoreRules)) this.ignoresAreTrusted = false;
      for (const created of keeps === undefined ? this.#created : [this.#created[keeps ? 1 : 0]])
        for (const effect of effects) created.add(effect, isCertain);
      this.#adopt(effects, after ?? {}, isCertain && readings.length === 1);
    }
    const started = readings.flatMap((reading) =>
      status === "timed_out" || mayRunOn(action, reading) ? codeThatRuns(reading) : [],
    );
    if (started.length > 0) this.#running = withRunning(this.#running, started);
    const kept = readings.at(-1)?.after;
    if (kept !== undefined) this.#tools.record(action.name, kept, isCertain);
    if (readings.some(({ isComplete }) => !isComplete)) this.#forgetAll(action.name);
  }

  /** Marks everything as unknown, after a step that was too expensive to read to its end. */
  #forgetAll(tool: string): void {
    this.ignoresAreTrusted = false;
    this.#files.forgetAll();
    for (const created of this.#created) created.forgetAll();
    for (const name of this.#settings.keys()) this.#settings.set(name, null);
    this.#tools.forget(tool);
  }

  /** The effects of an action if it runs now, the files and links that it writes, and its code. */
  effectsOf(action: SessionAction): {
    readonly effects: readonly Effect[];
    readonly files: readonly (readonly [string, FileData])[];
    readonly links: readonly (readonly [string, string | null])[];
    readonly code: readonly RunningCode[];
  } {
    const readings = this.startsOf(action.name).map(({ state }) => ({ state, ...this.#read(action, state) }));
    return {
      effects: readings.flatMap(({ parts }) => parts.flatMap(({ effects }) => effects)),
      files: readings.flatMap(({ after }) => [...(after?.files ?? [])]),
      links: readings.flatMap(({ after }) => [...(after?.links ?? [])]),
      code: readings.flatMap(codeThatRuns),
    };
  }

  /** A state with further files and links. */
  withChanges(state: ExecutionState, changes: Required<Pick<ExecutionState, "files" | "links">>): ExecutionState {
    const files = new LayeredMap(state.files);
    for (const [path, data] of changes.files) files.set(path, data);
    const links = new LayeredMap(state.links);
    for (const [path, to] of changes.links) links.set(path, to);
    return { ...state, files, links };
  }

  /** Reads an action with a limited amount of work. */
  #read(action: SessionAction, state: ExecutionState): ActionEffects & { readonly isComplete: boolean } {
    const nesting: Nesting = limitedNesting(this.#stock > 0 ? workPerStep : workOfEmptyStock);
    const before = nesting.work.left;
    const limited: ExecutionState & { readonly nesting: Nesting } = { ...state, nesting };
    const result = effectsOfAction(action, this.#policy, limited);
    this.#stock -= before - Math.max(0, nesting.work.left);
    return { ...result, isComplete: nesting.work.left > 0 };
  }

  /** Records what a reading of a step left. */
  #adopt(effects: readonly Effect[], { files, links, settings }: ExecutionState, isCertain: boolean): void {
    for (const effect of effects) {
      const isGone = effect.kind === "delete" && isCertain && effect.certainty === "certain";
      if (isGone && effect.target?.glob === false) this.#files.remove(fileKey(effect.target.path, this.#policy.base));
    }
    for (const [path, data] of files ?? []) this.#files.set(path, data, isCertain);
    for (const [path, to] of links ?? [])
      setLimited(this.#links, path, isCertain || !this.#links.has(path) ? to : null);
    for (const [name, value] of settings ?? []) {
      if (isOfProcess(name) || name === runsOn) continue;
      const known = this.#settings.get(name);
      setLimited(this.#settings, name, isCertain || known === undefined || known === value ? value : null);
    }
  }
}

/** Sets an entry, and drops the oldest if there are too many. */
function setLimited(entries: Map<string, string | null>, name: string, value: string | null): void {
  entries.set(name, value);
  if (entries.size <= maxEntries) return;
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
