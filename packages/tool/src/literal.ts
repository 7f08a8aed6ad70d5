import type { JsonSchema } from "@helve/core";

/**
 * The value that a docstring names as a default, where it is plain and of the schema's type: `3`, `True`, `"celsius"`.
 *
 * @returns `undefined` for anything else, and for `None`: that a call leaves it out is all it says
 */
export function literal(text: string, { type }: JsonSchema): unknown {
  switch (type) {
    case "integer":
    case "number": {
      const value = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
      return type === "integer" && !Number.isInteger(value) ? undefined : value;
    }
    case "boolean":
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
    case "string":
      return /^"[^"\\]*"$|^'[^'\\]*'$/.exec(text)?.[0].slice(1, -1);
    default:
      return undefined;
  }
}
