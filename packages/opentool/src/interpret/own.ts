/** An object's own member; `undefined` when there is none. */
export function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = object[name];
  return value === undefined || Object.hasOwn(object, name) ? value : undefined;
}
