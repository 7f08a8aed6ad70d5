/** Nests the properties of parameters that JSDoc lists beside them: `options.name` and `rows[].id` belong to `options` and `rows`. */
import type { DocstringParameter } from "./docstring.ts";
import { withoutUndefined } from "./without-undefined.ts";

/**
 * Moves parameters with a path as their name into the parameter that the path starts with. A parameter that has no tag of its own
 * is an object, or a list of objects.
 */
export function nestParameters(parameters: readonly DocstringParameter[]): readonly DocstringParameter[] {
  const roots: Branch[] = [];
  for (const parameter of parameters) {
    const path = parameter.name.split(".").map((part) => ({ name: part.replace(listSuffix, ""), part }));
    const isPath = path.length > 1 && path.every(({ name }) => name !== "");
    if (!isPath) {
      const implied = roots.find((root) => root.name === parameter.name && root.own === undefined);
      if (implied === undefined) roots.push({ name: parameter.name, own: parameter, isList: false, branches: [] });
      else implied.own = parameter;
      continue;
    }
    let branches = roots;
    let branch: Branch | undefined;
    for (const { name, part } of path) {
      branch = branchOf(branches, name);
      branch.isList ||= part !== name;
      branches = branch.branches;
    }
    if (branch !== undefined) branch.own ??= parameter;
  }
  return roots.map((root) => nestedParameter(root));
}

const listSuffix = /(?:\[\])+$/;

/** A parameter, and the properties that were found for it. */
interface Branch {
  readonly name: string;
  own?: DocstringParameter;
  /** Whether a path goes through its items: `rows[].id`. */
  isList: boolean;
  readonly branches: Branch[];
}

/** Returns the last branch with a name, or a new one. */
function branchOf(branches: Branch[], name: string): Branch {
  const known = branches.findLast((branch) => branch.name === name);
  if (known !== undefined) return known;
  const created: Branch = { name, isList: false, branches: [] };
  branches.push(created);
  return created;
}

function nestedParameter({ name, own, isList, branches }: Branch): DocstringParameter {
  const properties = branches.length > 0 ? branches.map((branch) => nestedParameter(branch)) : undefined;
  if (own === undefined) {
    return withoutUndefined({ name, type: isList ? "Object[]" : "Object", description: "", properties });
  }
  return withoutUndefined({ ...own, name, nameRange: lastNameRange(own, name), properties });
}

/** The range of the last name of a path. */
function lastNameRange({ name: path, nameRange }: DocstringParameter, name: string): DocstringParameter["nameRange"] {
  if (nameRange === undefined || path === name) return nameRange;
  const end = nameRange.start + path.replace(listSuffix, "").length;
  return { start: end - name.length, end };
}

/** The reverse of {@link nestParameters}: the parameters and their properties, with paths as their names. */
export function flattenParameters(parameters: readonly DocstringParameter[]): readonly DocstringParameter[] {
  return parameters.flatMap((parameter) => flattenParameter(parameter));
}

function flattenParameter(parameter: DocstringParameter, prefix = ""): readonly DocstringParameter[] {
  const { properties = [], ...own } = parameter;
  const name = `${prefix}${own.name}`;
  const isList = /\[\]$|^array\b/i.test(own.type ?? "");
  return [{ ...own, name }, ...properties.flatMap((one) => flattenParameter(one, `${name}${isList ? "[]" : ""}.`))];
}
