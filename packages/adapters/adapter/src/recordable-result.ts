import { freezeCopy } from "@helve/core/internal";

/**
 * The result of a tool that an SDK runs, as guards see it: `null` for none. SDKs show the model more than JSON has, so what JSON can't represent
 * becomes a text: a bigint its digits, a repeated object `[Circular]`. The SDK keeps the value itself.
 */
export function recordableResult(result: unknown): unknown {
  if (result === undefined) return null;
  try {
    return freezeCopy(result, "convert");
  } catch {
    return textual(result);
  }
}

/** Converts a value that JSON can't represent to text. */
function textual(result: unknown): unknown {
  if (typeof result !== "object") return String(result);
  const parents: unknown[] = [];
  try {
    const text = JSON.stringify(result, function replace(this: unknown, _, value: unknown) {
      if (typeof value === "bigint") return String(value);
      if (typeof value !== "object" || value === null) return value;
      while (parents.length > 0 && parents.at(-1) !== this) parents.pop();
      if (parents.includes(value)) return "[Circular]";
      parents.push(value);
      return value;
    });
    return JSON.parse(text);
  } catch {
    return "[a result that is not JSON]"; // its toJSON threw, or it is too deep
  }
}
