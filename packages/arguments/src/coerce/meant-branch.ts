import { isObject } from "@helve/core/internal";

import { isSame, typeOf } from "./json-value.ts";
import type { Run } from "./run.ts";
import { allows, type Subschema } from "./shape.ts";

/** The branch of a union whose type and tags (properties with fixed values) are the value's, if there is only one. */
export function meantBranch(value: unknown, branches: readonly Subschema[], run: Run): Subschema | undefined {
  const [only, ...others] = branches.filter((branch) => mayBeMeant(value, branch, run));
  return others.length === 0 ? only : undefined;
}

function mayBeMeant(value: unknown, branch: Subschema, run: Run): boolean {
  const { types, choices, isNever, layers } = run.shapes(branch);
  const type = typeOf(value);
  if (isNever || type === undefined || (types !== undefined && !allows(types, type))) return false;
  if (choices !== undefined && !choices.some((choice) => isSame(choice, value))) return false;
  if (!isObject(value)) return true;
  return layers.every(({ properties }) =>
    Object.keys(value).every((name) => {
      const tag = properties.get(name);
      const tags = tag === undefined ? undefined : run.shapes(tag).choices;
      return tags === undefined || tags.some((choice) => isSame(choice, value[name]));
    }),
  );
}
