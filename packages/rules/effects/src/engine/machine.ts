/** The state that all interpreters share: variables and files, the paths through the program, and the work that is left. */
import type { Certainty } from "../effects.ts";
import { fileKey } from "../file-key.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import { LayeredMap } from "../layered-map.ts";
import type { Span } from "./ir.ts";
import { type Attempt, newRegion, type Past, type Region } from "./paths.ts";
import type { World } from "./state.ts";
import { newCell } from "./value.ts";

/** The state of an interpretation that its paths change and undo. */
export interface Machine {
  /** The work that is left; the interpretation stops at 0. */
  readonly steps: { left: number };
  /** The certainty that the current statement runs. */
  certainty: Certainty;
  /** The process that the program runs in, and the files of its machine. Its members are changed after `willChange(world)`. */
  readonly world: World;
  /** The innermost region around the current statement. */
  region: Region;
  /** How often something has changed. */
  changes: number;
  /** The code around the current statement whose errors are handled, the innermost last. */
  readonly attempts: Attempt[];
  /** The past that later calls may see; `null` without a past. */
  past: Past | null;
  /** Where the interpretation gave up, and why: anything may happen there. */
  readonly gaps: { readonly reason: string; readonly span: Span }[];
}

/** Creates the interpreter's state at the start of a program. */
export function createMachine(context: EffectContext, { work }: Nesting): Machine {
  const world = createWorld(context);
  const region = newRegion(null);
  // Nothing undoes the outermost region.
  region.before.set(world, {});
  return { steps: work, certainty: "certain", world, region, changes: 0, attempts: [], past: null, gaps: [] };
}

/** Creates the file system and environment state at the start of a program. */
export function createWorld(context: EffectContext): World {
  const keyOf = (path: string): string => fileKey(path, context);
  return {
    kind: "world",
    born: newCell(),
    directory: context.directory === undefined ? "" : context.directory,
    input: context.standardInput?.from ?? [],
    files: new LayeredMap(context.files, keyOf),
    links: new LayeredMap(context.links, keyOf),
    settings: new LayeredMap(context.settings),
  };
}
