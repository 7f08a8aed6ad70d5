const reserved: ReadonlySet<string> = new Set([
  "run",
  "name",
  "description",
  "tools",
  "isToolkit",
  "enable",
  "parser",
  "constructor",
]);

/** Whether a name is one that a toolkit has itself, so that none of several tools may have it. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}
