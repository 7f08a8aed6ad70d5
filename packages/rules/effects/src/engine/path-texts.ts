/** Joins and splits path texts, which may contain unknown parts. */
import { joinOrigins } from "../origins.ts";
import { unknownText } from "../unknown-text.ts";
import { exactValue, joinAllValues, knownTexts, type Value } from "./value.ts";

/**
 * The parent directory of a path; `""` for a single name. For a path that ends in any number of unknown directories,
 * one of them is removed.
 */
export function parentPath(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/$/, "") : path;
  if (trimmed.endsWith(`/${unknownText}`)) return `${trimmed}/.`;
  if (trimmed.endsWith(`/${unknownText}/.`)) return `${trimmed}/..`;
  if (/\uFFFF\/(\.\/)?(\.\.\/)*\.\.$/.test(trimmed)) return `${trimmed}/..`;
  const at = trimmed.lastIndexOf("/");
  if (at === -1) return trimmed === unknownText || trimmed === "" ? trimmed : "";
  return at === 0 ? "/" : trimmed.slice(0, at);
}

/** Joins two paths as `os.path.join` does: an absolute second path replaces the first. */
export function joinPaths(first: string, second: string): string {
  if (second.startsWith("/")) return second;
  if (first === "" || first === ".") return second;
  return first.endsWith("/") ? first + second : `${first}/${second}`;
}

/** The texts of a path value; unknown text where it is unknown. */
export function pathTexts(value: Value): readonly string[] {
  const texts = knownTexts(value);
  if (!value.mayBeUnknown && texts.length > 0) return texts;
  const named = value.alternatives.flatMap((alternative) => {
    const path = alternative.kind === "object" ? alternative.fields.get("path") : undefined;
    return path === undefined ? [] : knownTexts(path);
  });
  return texts.length + named.length > 0
    ? [...texts, ...named, ...(value.mayBeUnknown ? [unknownText] : [])]
    : [unknownText];
}

/** The path that `left / right` and `joinpath` return. */
export function joinPathValues(left: Value, right: Value): Value {
  const results = pathTexts(left).flatMap((first) =>
    pathTexts(right).map((second) => exactValue({ kind: "path", text: joinPaths(first, second) })),
  );
  return { ...joinAllValues(results), from: joinOrigins(left.from, right.from) };
}
