/** Finds the names under which files of the session are after a call that copies or links them in a way that is not followed: by an archive, wildcards, a library. */
import type { Step, Trajectory } from "@helve/core";
import { quotedShellWord } from "@helve/core/internal";
import type { Effect, FileData, Origin, Target } from "@helve/effects";
import { escapeGlob, fileKey, globsOverlap, textsOfFile } from "@helve/effects";
import { languageCall } from "@helve/predicates";
import type { KeptPlaces } from "./kept-places.ts";

type Files = ReadonlyMap<string, FileData>;

/**
 * The texts of the copies that a call may make, by their names.
 *
 * @param files - what the session wrote, by the keys of `fileKey`
 */
export function copiedFiles(
  effects: readonly Effect[],
  files: Files,
  { cwd, home }: Pick<KeptPlaces, "cwd" | "home">,
): ReadonlyMap<string, string> {
  const keyOf = (path: string): string => fileKey(path, { workingDirectory: cwd, home });
  const sources = [...files].flatMap(([key, data]) => {
    const texts = key.endsWith("/**") ? [] : textsOfFile(data);
    return texts.length === 0 ? [] : [[key, texts.join("\n")] as const];
  });
  const copies = new Map<string, string>();
  for (const effect of sources.length === 0 ? [] : effects) {
    const place = effect.kind === "write" ? effect.target : effect.kind === "move" ? effect.to : null;
    if (place === null || compiler.test(effect.by)) continue;
    const from = originsOf(effect);
    const given = sources.filter(
      ([key]) => isAnyFile(effect, from) || from.some((origin) => covers(origin, key, keyOf)),
    );
    const at = keyOf(place.path);
    const folder = place.glob ? at.replace(/\/?[^/]*$/, "") : at;
    for (const [key, text] of given.slice(-mostCopies)) {
      const parts = key.split("/");
      const inFolder = parts.map((_, index) => [...(folder === "" ? [] : [folder]), ...parts.slice(index)].join("/"));
      for (const name of [...inFolder, ...(place.glob || at === "" ? [] : [at])]) {
        // What is known of a file that has the name is followed.
        if (textsOfFile(files.get(name)).length > 0) continue;
        const other = copies.get(name);
        copies.set(name, other === undefined || other === text ? text : `${other}\n${text}`);
      }
    }
  }
  return copies;
}

/** Programs whose output is no copy: they compile, or write what another program builds by. Their sources are judged as they are. */
const compiler =
  /^(?:(?:[\w.]+-)*(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|gfortran|as|ld|gold|lld)(?:-[\d.]+)?|tcc|rustc|go|javac|kotlinc|scalac|ghc|ocamlc|ocamlopt|nim|crystal|zig|dmd|ldc2|fpc|swiftc|nasm|yasm|nvcc|meson|cmake)$/;

/** The most files of the session that one effect is taken to copy. */
const mostCopies = 50;

/** Returns a trajectory as if the copies had been written before. */
export function withCopies(trajectory: Trajectory, copies: ReadonlyMap<string, string>): Trajectory {
  const steps = [...copies].map(([name, text]): Step => {
    const action = languageCall("shell", `printf %s ${quotedShellWord(text)} > ${quotedShellWord(name)}`);
    return { action, observation: { parts: [], isError: false }, ran: true };
  });
  return Object.assign([...trajectory, ...steps], { history: trajectory.history });
}

/** Where the data of a written or moved file comes from. */
function originsOf(effect: Effect): readonly Origin[] {
  if (effect.kind === "move") return [{ kind: "file", target: effect.target }];
  return effect.kind === "write" ? effect.from : [];
}

/** Whether an effect may bring any file: by a link to what is not known, or out of an archive. */
function isAnyFile(effect: Effect, from: readonly Origin[]): boolean {
  return (
    effect.kind === "write" &&
    effect.recursive &&
    (effect.by === "ln" || from.some((origin) => origin.kind !== "file" || archive.test(origin.target?.path ?? "")))
  );
}

/** Files that hold others, whose names are not known. */
const archive = /\.(?:tar|tgz|tbz2?|txz|zip|jar|7z|rar|cpio|whl|gz|bz2|xz|zst)$/i;

/** Whether an origin is a file, contains it, or matches it. */
function covers(origin: Origin, key: string, keyOf: (path: string) => string): boolean {
  if (origin.kind !== "file") return false;
  const target: Target | null = origin.target;
  if (target === null) return true;
  const path = keyOf(target.path);
  // The members of an archive are named from another folder.
  if (!target.glob) return path === "" || `/${key}/`.includes(`/${path}/`);
  const parts = key.split("/").map(escapeGlob);
  return globsOverlap({ parts: path.split("/"), hidden: true }, { parts, hidden: true }) !== false;
}
