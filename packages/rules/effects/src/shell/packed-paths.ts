/** Computes the names of files that `gzip`, `gunzip` and similar programs write. */

/** The path of the packed file: `a.gz` for `a`; `undefined` if the ending of the program is not known. */
export function packedPath(path: string, program: string): string | undefined {
  const ending = endings.get(program);
  return ending === undefined ? undefined : `${path}${ending}`;
}

/** The path of the unpacked file: `a` for `a.gz`, `a.tar` for `a.tgz`; `undefined` for an unknown ending. */
export function unpackedPath(path: string): string | undefined {
  const unpacked = path.replace(/\.t(?:gz|bz2?|xz|lz|zst)$/i, ".tar").replace(/\.(?:gz|z|bz2?|xz|lzma|zst|lz4)$/i, "");
  return unpacked === path ? undefined : unpacked;
}

const endings: ReadonlyMap<string, string> = new Map([
  ["gzip", ".gz"],
  ["bzip2", ".bz2"],
  ["xz", ".xz"],
  ["lzma", ".lzma"],
  ["compress", ".Z"],
  ["zstd", ".zst"],
  ["lz4", ".lz4"],
]);
