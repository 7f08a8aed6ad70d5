/** Lists the leaves of a value: its texts, numbers and truth values. */
import { jsonPointer } from "@helve/core/internal";

/** A leaf of a value: a text, a number or a truth value in it. */
export interface Leaf {
  /** A JSON pointer from the value; `""` for the value itself. */
  readonly path: string;
  /** A number or a truth value as JSON writes it. */
  readonly text: string;
}

/**
 * The texts, numbers and truth values in a value, in their order. `null` and empty texts are left out, and so are keys that are
 * names: a key with anything but letters, digits, `_`, `-`, `.` and `$`, such as an address, counts as a text.
 *
 * @returns `undefined` if there are more than `most`, or the value is nested more than 100 levels deep
 */
export function leavesOf(value: unknown, most: number): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const visit = (current: unknown, path: string, depth: number): boolean => {
    if (typeof current === "string") {
      if (current.trim() !== "") leaves.push({ path, text: current });
    } else if (typeof current === "number" || typeof current === "boolean" || typeof current === "bigint") {
      leaves.push({ path, text: String(current) });
    } else if (typeof current === "object" && current !== null) {
      if (depth === deepest) return false;
      const entries = Array.isArray(current) ? current.entries() : Object.entries(current);
      for (const [key, member] of entries) {
        if (typeof key === "string" && !isName.test(key)) leaves.push({ path, text: key });
        if (!visit(member, path + jsonPointer([key]), depth + 1)) return false;
      }
    }
    return leaves.length <= most;
  };
  return visit(value, "", 0) ? leaves : undefined;
}

const deepest = 100;
const isName = /^[\p{L}\p{N}_.$-]*$/u;
