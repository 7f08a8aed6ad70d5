import { fileKey } from "../file-key.ts";
import { type EffectContext, type Effects, outermostNesting } from "../languages.ts";
import { LayeredMap } from "../layered-map.ts";
import { normalizeWindowsPath } from "../windows-path.ts";
import type { Evaluation } from "./evaluation.ts";

/** An evaluation in the state of a context, whose paths may be those of Windows. */
export function startEvaluation(
  context: EffectContext,
  functions: Pick<Evaluation, "evaluateExpression" | "runStatements" | "runProgram">,
): Evaluation {
  const { workingDirectory, home, directory = "", files, links, nesting = outermostNesting() } = context;
  const places = { workingDirectory: normalized(workingDirectory), home: normalized(home) };
  const keyOf = (path: string): string => fileKey(path, places);
  return {
    ...functions,
    context: { ...context, ...places },
    nesting,
    effects: [],
    variables: new Map(),
    functions: new Map(),
    calls: new Set(),
    written: new LayeredMap(files, keyOf),
    links: new LayeredMap(links, keyOf),
    directory: directory === null ? null : normalizeWindowsPath(directory),
    earlierDirectories: [],
    certainty: "certain",
  };
}

function normalized(path: string | undefined): string | undefined {
  return path === undefined ? undefined : normalizeWindowsPath(path);
}

/** The effects of an evaluation, each once, in the order of the text, and the state after it. */
export function effectsAfter({ effects, written, directory, context }: Evaluation): Effects {
  const unique = [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
  const isMoved = directory !== (context.directory ?? "");
  const after = { directory: isMoved ? directory : undefined, files: written.own.size > 0 ? written.own : undefined };
  const hasChanged = isMoved || written.own.size > 0;
  return { effects: unique.sort((a, b) => a.start - b.start), after: hasChanged ? after : undefined };
}
