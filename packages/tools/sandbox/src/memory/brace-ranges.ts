import type { TransformPlugin } from "just-bash";

/** Refuses `{1..20000}`: the shell would use the first 10,000 of its numbers, and not say so. */
export const refuseLongRanges: TransformPlugin = {
  name: "refuse-long-ranges",
  transform({ ast }) {
    const open: unknown[] = [ast];
    while (open.length > 0) {
      const node = open.pop();
      if (typeof node !== "object" || node === null) continue;
      if (isLongRange(node)) {
        const { start, end } = node;
        throw new Error(`{${start}..${end}}: a range can have at most ${maxItems} items in the memory sandbox`);
      }
      open.push(...Object.values(node));
    }
    return { ast };
  },
};

/** How many items of a range the shell uses. */
const maxItems = 10_000;

function isLongRange(node: object): node is { start: number; end: number; step?: number } {
  const { type, start, end, step } = node as Partial<Record<"type" | "start" | "end" | "step", unknown>>;
  if (type !== "Range" || typeof start !== "number" || typeof end !== "number") return false;
  return Math.abs(end - start) / Math.max(1, Math.abs(Number(step ?? 1))) >= maxItems;
}
