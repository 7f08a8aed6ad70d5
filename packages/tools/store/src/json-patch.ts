/** Creates and applies JSON Patches (RFC 6902). */
import type { JsonObject, JsonValue } from "@helve/core";
import { isObject, jsonPointer, pointerParts } from "@helve/core/internal";

/** One operation of a JSON Patch (RFC 6902), as far as a store writes them. */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string };

/**
 * The operations that make one value of another. Members of objects are compared one by one, items of lists from the beginning.
 *
 * @param path - where the values are, as a JSON pointer
 */
export function patchBetween(before: JsonValue, after: JsonValue, path = ""): readonly PatchOperation[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listPatch(before, after, path);
  if (isObject(before) && isObject(after)) return objectPatch(before, after, path);
  return before === after ? [] : [{ op: "replace", path, value: after }];
}

/** Lists the patch operations between two objects. */
function objectPatch(before: JsonObject, after: JsonObject, path: string): readonly PatchOperation[] {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [
    ...removed.map((name): PatchOperation => ({ op: "remove", path: path + jsonPointer([name]) })),
    ...Object.entries(after).flatMap(([name, value]): readonly PatchOperation[] => {
      const at = path + jsonPointer([name]);
      return Object.hasOwn(before, name)
        ? patchBetween(before[name] ?? null, value, at)
        : [{ op: "add", path: at, value }];
    }),
  ];
}

/** Lists the patch operations between two lists. */
function listPatch(before: readonly JsonValue[], after: readonly JsonValue[], path: string): readonly PatchOperation[] {
  const common = Math.min(before.length, after.length);
  const changed = after
    .slice(0, common)
    .flatMap((value, index) => patchBetween(before[index] ?? null, value, `${path}/${index}`));
  // From the end, so that the numbers of the others stay.
  const removed = before.slice(common).map((_, index): PatchOperation => {
    return { op: "remove", path: `${path}/${before.length - 1 - index}` };
  });
  const added = after.slice(common).map((value): PatchOperation => ({ op: "add", path: `${path}/-`, value }));
  return [...changed, ...removed, ...added];
}

/**
 * Applies a patch to a value, which is not changed.
 *
 * @throws Error if an operation does not fit the value
 */
export function applyPatch(value: JsonValue, patch: readonly PatchOperation[]): JsonValue {
  // In an object, so that the whole value can be replaced as well.
  const root = { value: structuredClone(value) };
  for (const operation of patch) apply(root, operation);
  return root.value;
}

/** Applies one patch operation. */
function apply(root: { value: JsonValue }, operation: PatchOperation): void {
  const names = ["value", ...pointerParts(operation.path)];
  const last = names.pop() ?? "";
  let holder: unknown = root;
  for (const name of names) {
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) throw misfit(operation);
    holder = (holder as Record<string, unknown>)[name];
  }
  if (Array.isArray(holder)) applyToList(holder, last, operation);
  else if (typeof holder === "object" && holder !== null) applyToObject(holder, last, operation);
  else throw misfit(operation);
}

function applyToList(list: unknown[], last: string, operation: PatchOperation): void {
  const index = last === "-" ? list.length : Number(last);
  const isInside = /^(?:0|[1-9]\d*|-)$/.test(last) && index < list.length + (operation.op === "add" ? 1 : 0);
  if (!isInside) throw misfit(operation);
  if (operation.op === "remove") list.splice(index, 1);
  else list.splice(index, operation.op === "add" ? 0 : 1, structuredClone(operation.value));
}

function applyToObject(object: object, name: string, operation: PatchOperation): void {
  if (operation.op !== "add" && !Object.hasOwn(object, name)) throw misfit(operation);
  if (operation.op === "remove") Reflect.deleteProperty(object, name);
  // Also for a name such as `__proto__`.
  else {
    const value = structuredClone(operation.value);
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** Creates the error of a patch that does not fit. */
function misfit({ op, path }: PatchOperation): Error {
  return new Error(`The patch does not fit: ${op} ${path}`);
}
