import { isObject } from "@helve/core/internal";

import type { Bender } from "./bender.ts";
import { closest } from "./closest.ts";
import { fitOf } from "./fit.ts";
import { meantBranch } from "./meant-branch.ts";
import { changed, joined, type Outcome, unchanged } from "./outcome.ts";
import type { Subschema, Union } from "./shape.ts";

/**
 * Bends a value towards the branch that it comes to fit by the least. Of two branches that are as close, the one counts
 * that names more of an object's properties, then the first.
 *
 * A value that fits a branch already stays. When no branch can be made to fit, the parts are bent towards the only one
 * that can be meant, if there is only one.
 */
export function bendUnion(value: unknown, union: Union, bender: Bender): Outcome {
  const { branches } = union;
  const { run, bend } = bender;
  for (const branch of branches) if (fitOf(value, branch, run) !== "no") return unchanged(value);
  const fitting = new Map<Outcome, number>();
  for (const branch of branches) {
    const outcome = bend(value, branch);
    if (outcome.notes.length === 0 || !isFit(outcome.value, branch, union, bender)) continue;
    fitting.set(outcome, namedProperties(outcome.value, branch, bender));
  }
  const best = closest(fitting.keys(), (outcome) => fitting.get(outcome) ?? 0);
  if (best !== undefined) return best;
  const meant = meantBranch(value, branches, run);
  if (meant !== undefined) return bend(value, meant);
  return bendText(value, union, bender);
}

function isFit(value: unknown, branch: Subschema, { branches, isExclusive }: Union, { run }: Bender): boolean {
  if (fitOf(value, branch, run) === "no") return false;
  return !isExclusive || branches.every((other) => other === branch || fitOf(value, other, run) !== "yes");
}

function namedProperties(value: unknown, branch: Subschema, { run }: Bender): number {
  if (!isObject(value)) return 0;
  const { layers } = run.shapes(branch);
  return Object.keys(value).filter((name) => layers.some(({ properties }) => properties.has(name))).length;
}

/** A text that is JSON, where no branch allows a text: what is wrong is wrong within the JSON. */
function bendText(value: unknown, union: Union, bender: Bender): Outcome {
  const { run } = bender;
  const allowsText = (branch: Subschema): boolean => run.shapes(branch).types?.has("string") !== false;
  if (typeof value !== "string" || union.branches.some(allowsText)) return unchanged(value);
  const read = bender.jsonIn(value);
  if (read === undefined) return unchanged(value);
  return joined(changed("json_string", value, read), bendUnion(read, union, bender));
}
