/** Finds the lists of a program that `append` may change behind the back of other variables: two slices may share one array. */

const name = String.raw`[\w.*]+(?:\[\w+\])?`;
/** Matches a slice with an upper end: its array may continue behind it. A slice with a capacity (`a[:1:1]`) has no such rest. */
const cut = String.raw`\[[^\]:\n]*:[^\]:\n]*[^\]:\s][^\]:\n]*\]`;
const appends = new RegExp(String.raw`(?:(${name})\s*:?=\s*)?\bappend\(\s*(${name})(${cut})?\s*[,)]`, "g");
const slices = new RegExp(String.raw`(${name})\s*:?=\s*(${name})${cut}[ \t]*(?=[;\n}]|$)`, "g");

/**
 * The lists (by their texts) to which an `append` may write through another variable: the list is cut before (`append(a[:1], x)`), or
 * several variables get the list with other items (`b := append(a, x); c := append(a, y)`). `a = append(a, x)` is not among them.
 *
 * @param setsItems - whether the program sets items, which such variables may share
 */
export function sharedLists(text: string, setsItems: boolean): ReadonlySet<string> {
  const shared = new Set<string>();
  const counts = new Map<string, number>();
  const grown = new Set<string>();
  for (const [, target, list = "", isCut] of text.matchAll(appends)) {
    grown.add(list);
    if (target === list) continue;
    counts.set(list, (counts.get(list) ?? 0) + 1);
    if (isCut !== undefined) shared.add(list);
  }
  for (const [list, count] of counts) if ((count > 1 || setsItems) && !isLiteral(list, text)) shared.add(list);
  for (const [, target = "", list = ""] of text.matchAll(slices))
    if (target !== list && grown.has(target)) shared.add(list).add(target);
  return shared;
}

/** Whether a list is always one that is written out, whose array has no room for more items. */
function isLiteral(list: string, text: string): boolean {
  const set = new RegExp(String.raw`(?<![\w.])${list.replaceAll(/\W/g, "\\$&")}\s*:?=(?!=)\s*(\[\][\w.*]+\{)?`, "g");
  const found = [...text.matchAll(set)];
  return found.length > 0 && found.every(([, literal]) => literal !== undefined);
}
