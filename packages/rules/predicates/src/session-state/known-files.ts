/** Remembers the texts of the files that a session wrote, within a limit. */
import type { FileData, Origin } from "@helve/effects";
import { textsOfFile } from "@helve/effects";

/** The longest text of a file, and the largest sum of texts, that are stored. */
const maxTextLength = 65_536;
const maxTotalLength = 4_000_000;
const maxFiles = 5000;
const maxDirectories = 200;
const maxTexts = 8;

/**
 * The content of the files that the steps of a session wrote. The oldest texts, and then the oldest files, are forgotten when there are
 * too many: the content of a forgotten file and of all files next to it is unknown.
 */
export class KnownFiles {
  /** The files by their keys; a key that ends with `/**` is everything in a directory. */
  readonly data: Map<string, FileData> = new Map();
  #length = 0;
  #directories = 0;

  /** Adds files from a snapshot. */
  restore(entries: Iterable<readonly [string, FileData]>): void {
    for (const [path, data] of entries) {
      this.data.set(path, data);
      this.#length += lengthOf(data);
      if (path.endsWith("/**")) this.#directories++;
    }
  }

  /** @param isCertain - whether the file certainly has this content now; otherwise it may have its earlier content */
  set(path: string, data: FileData, isCertain: boolean): void {
    const earlier = this.data.get(path);
    if (data.missing === true) {
      if (isCertain) this.remove(path);
      return;
    }
    this.remove(path);
    const joined = isCertain || earlier === undefined ? data : joinedData(earlier, data);
    const length = lengthOf(joined);
    const stored = length > maxTextLength ? withoutText(joined) : joined;
    this.data.set(path, stored);
    this.#length += lengthOf(stored);
    if (this.#length > maxTotalLength) this.#forgetTexts();
    if (this.data.size > maxFiles) this.#forgetOldest();
  }

  remove(path: string): void {
    this.#length -= lengthOf(this.data.get(path));
    this.data.delete(path);
  }

  /** Marks the content of every file as unknown. */
  forgetAll(): void {
    this.data.clear();
    this.#length = 0;
    this.#directories = 2;
    for (const path of ["/**", "./**"]) this.data.set(path, { from: [{ kind: "unknown" }] });
  }

  /** Forgets the texts of the older half of the files. */
  #forgetTexts(): void {
    for (const [path, data] of this.data) {
      if (this.#length <= maxTotalLength / 2) return;
      this.#length -= lengthOf(data);
      this.data.set(path, withoutText(data));
    }
  }

  /** Forgets the oldest file, so that the content of every file in its directory is unknown. */
  #forgetOldest(): void {
    const [path] = this.data.keys();
    if (path === undefined) return;
    this.remove(path);
    const first = path.indexOf("/", 1);
    const isTop = first === -1 || this.#directories >= maxDirectories;
    const directory = isTop ? (path.startsWith("/") ? "/**" : "./**") : `${path.slice(0, first)}/**`;
    if (!this.data.has(directory)) this.#directories++;
    this.data.delete(directory);
    this.data.set(directory, { from: [{ kind: "unknown" }] });
  }
}

function lengthOf(data: FileData | undefined): number {
  return textsOfFile(data).reduce((length, text) => length + text.length, 0);
}

function withoutText({ from }: FileData): FileData {
  return { from: joinOrigins(from, [{ kind: "unknown" }]) };
}

/** Joins the data of a file that has one of two contents. */
function joinedData(earlier: FileData, later: FileData): FileData {
  const from = joinOrigins(earlier.from, later.from);
  const [before, after] = [textsOfFile(earlier), textsOfFile(later)];
  const texts = [...new Set([...before, ...after])];
  if (before.length === 0 || after.length === 0 || texts.length > maxTexts) return withoutText({ from });
  return texts.length === 1 ? { from, text: texts[0] } : { from, texts };
}

function joinOrigins(a: readonly Origin[], b: readonly Origin[]): readonly Origin[] {
  return [...new Map([...a, ...b].map((origin) => [JSON.stringify(origin), origin])).values()];
}
