// The files that values name, and what is known of their content.
import type { Target } from "../effects.ts";
import { textsOfFile } from "../execution-state.ts";
import { outermostNesting } from "../languages.ts";
import { escapeGlob, joinPath } from "../path.ts";
import { followLinks, type PathUse } from "../symbolic-links.ts";
import { hasUnknownText, suppliedText, unknownName, unknownText } from "../unknown-text.ts";
import type { Interpreter } from "./interpreter.ts";
import { joined, joinedOrigins, textsOf, textValue, type Value } from "./value.ts";

/** A file that a value names; `target` is `null` if it may be any file. */
export interface NamedFile {
  readonly target: Target | null;
  /** The person who runs the program names the file. */
  readonly namedByUser?: true;
}

/** The files that a path names: unknown parts are wildcards. A list names all its items. */
export function filesOf(
  value: Value | undefined,
  interpreter: Interpreter,
  use: PathUse = "content",
): readonly NamedFile[] {
  if (value === undefined) return [{ target: null }];
  return value.alternatives.flatMap((each) => {
    if (each.kind === "list") return each.items.slice(0, 100).flatMap((item) => filesOf(item, interpreter, use));
    const texts = textsOf({ alternatives: [each], from: [] });
    return texts.map((text) => {
      const file = fileOf(text, value, interpreter);
      return { ...file, target: followLinks(file.target, use, interpreter.links) };
    });
  });
}

/** The targets of the files that a path names. */
export function targetsOf(
  value: Value | undefined,
  interpreter: Interpreter,
  use: PathUse = "content",
): readonly (Target | null)[] {
  return filesOf(value, interpreter, use).map(({ target }) => target);
}

const maxPathLength = 4096;

function fileOf(text: string, { from }: Value, { directory, nesting }: Interpreter): NamedFile {
  const path = text.replace(/^file:\/\//, "");
  const plain = path.replaceAll(suppliedText, unknownText);
  const isRelative = !/^[/~]/.test(path);
  if (plain.length > maxPathLength || plain.includes("\0")) return { target: null };
  if (isRelative && directory === null) return { target: null };
  const base = isRelative ? (directory ?? "") : "";
  if (!hasUnknownText(plain)) {
    const whole = joinPath(base, plain);
    return { target: whole === null ? null : { path: whole, glob: false, hidden: false, partial: false } };
  }
  const isOutermost = nesting.depth === outermostNesting().depth;
  if (path.startsWith(suppliedText) && isOutermost && !path.replaceAll(suppliedText, "").includes(unknownText))
    return { target: null, namedByUser: true };
  const isRisky = from.some(({ kind }) => kind === "network" || kind === "input");
  if (plain.includes(unknownText) && (isRisky || /^\/?\uFFFF/.test(plain))) return { target: null };
  const parts = plain
    .split("/")
    .map((part) => (part === unknownText ? "**" : escapeGlob(part).replaceAll(/[\uFFFE\uFFFF]+/g, "*")));
  const whole = joinPath(escapeGlob(base), parts.join("/"));
  return { target: whole === null ? null : { path: whole, glob: true, hidden: true, partial: true } };
}

/** The texts of a file that earlier code or the program has written. */
function contentOf(target: Target | null, { files }: Interpreter): readonly string[] {
  return target === null || target.glob ? [] : textsOfFile(files.get(target.path));
}

/** What reading a path returns: its content if it is known, and its origin. */
export function contentValue(value: Value | undefined, interpreter: Interpreter): Value {
  const values = targetsOf(value, interpreter).map((target): Value => {
    const file = target === null || target.glob ? undefined : interpreter.files.get(target.path);
    const from = [{ kind: "file" as const, target }, ...(file?.from ?? []), ...(value?.from ?? [])];
    const texts = contentOf(target, interpreter);
    return texts.length === 0
      ? { alternatives: [{ kind: "unknown" }], from }
      : joined(texts.map((text) => textValue(text, from)));
  });
  return joined(values);
}

const maxTextLength = 65_536;

/** Records what the program writes to a file. */
export function recordWrite(
  target: Target | null,
  data: Value | undefined,
  isAppend: boolean,
  interpreter: Interpreter,
): void {
  if (target === null || target.glob) return;
  const { files } = interpreter;
  const [text, other] = data === undefined ? [""] : textsOf(data);
  const from = data === undefined ? [] : joinedOrigins([data]);
  const isKnown = text !== undefined && other === undefined && !hasUnknownText(text) && text.length < maxTextLength;
  if (isKnown && !isAppend && interpreter.certainty === "certain") files.set(target.path, { from, text });
  else files.set(target.path, { from: [...from, ...(files.get(target.path)?.from ?? []), { kind: "unknown" }] });
}

/** A text for the name of any file in a directory. */
export const anyName: Value = textValue(unknownName);
