import { isSchema as isObject } from "../subschemas.ts";

/** The last item of a list that was there before, and where. */
export function twiceIn(list: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const [plain, others] = [new Map<unknown, number>(), new Map<unknown, number>()];
  let twice: { readonly i: number; readonly j: number } | undefined;
  for (const [i, item] of list.entries()) {
    const isPlain = typeof item !== "object" || item === null;
    const [places, key] = isPlain ? [plain, item] : [others, textOf(item)];
    const j = places.get(key);
    if (j !== undefined) twice = { i, j };
    places.set(key, i);
  }
  return twice;
}

/** The same text for equal values, and only for these. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, textOf).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf(value[key])}`);
  return `{${members.join()}}`;
}
