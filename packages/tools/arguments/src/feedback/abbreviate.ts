import { isObject } from "@helve/core/internal";

/** A value as JSON on one line of about `maxLength` UTF-16 units; parts that don't fit are replaced by `…`. */
export function abbreviatedJson(value: unknown, maxLength: number): string {
  return writeValue(value, { left: maxLength, depth: 0 });
}

/** The start of a text of at most `maxLength` UTF-16 units, with `…` if truncated; surrogate pairs stay whole. */
export function truncatedText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return maxLength < 1 ? "" : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

interface Budget {
  left: number;
  depth: number;
}

const maxDepth = 8;

/** Writes a value as JSON within the budget, which becomes smaller by the text's length. */
function writeValue(value: unknown, budget: Budget): string {
  const text =
    typeof value === "object" && value !== null ? writeParts(value, budget) : writeScalar(value, budget.left);
  budget.left -= typeof value === "object" ? 2 : text.length;
  return text;
}

/** Writes a string, number, boolean or null as JSON; a long string is truncated. */
function writeScalar(value: unknown, maxLength: number): string {
  if (typeof value === "string") return JSON.stringify(truncatedText(value, Math.max(maxLength, 4)));
  return value === undefined || typeof value === "function" || typeof value === "symbol" ? "…" : String(value);
}

/** Writes the items or members of a value until the budget is used up; then `…`. */
function writeParts(value: object, budget: Budget): string {
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts: string[] = [];
  budget.depth++;
  for (const key of Object.keys(value)) {
    if (budget.left <= 0 || budget.depth > maxDepth) {
      parts.push("…");
      break;
    }
    const name = isObject(value) ? `${writeScalar(key, 40)}: ` : "";
    budget.left -= name.length + 2;
    parts.push(name + writeValue(Reflect.get(value, key), budget));
  }
  budget.depth--;
  return `${open}${parts.join(", ")}${close}`;
}
