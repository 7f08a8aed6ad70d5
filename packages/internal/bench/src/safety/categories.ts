import names from "../../data/redcode-categories.json" with { type: "json" };

/** The subjects of RedCode's categories, and whether a rule about effects can be measured by them. */
export const categories: ReadonlyMap<number, { readonly about: string; readonly counts: boolean }> = new Map(
  Object.entries(names).map(([category, each]) => [Number(category), each]),
);

/** Whether a case has no category, or one that a rule about effects can be held to. */
export function isCounted({ category }: { readonly category?: number }): boolean {
  return category === undefined || categories.get(category)?.counts === true;
}
