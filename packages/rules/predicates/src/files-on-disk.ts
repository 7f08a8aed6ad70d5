import type { FileData } from "@helve/effects";
import { dataOfDirectory, textsOfFile } from "@helve/effects";

/** The files that steps wrote and, where their content is unknown or they wrote none, the texts of the disk. */
export class FilesOnDisk extends Map<string, FileData> {
  readonly #textOf: (key: string) => string | undefined;
  readonly #found = new Map<string, string | undefined>();

  /**
   * @param written - what steps wrote, by the keys of `fileKey`
   * @param textOf - the text of a file on the disk, by such a key; called once for each key
   */
  constructor(written: ReadonlyMap<string, FileData>, textOf: (key: string) => string | undefined) {
    super(written);
    this.#textOf = textOf;
  }

  /** More than the number of listed files: the disk may have others. */
  override get size(): number {
    return super.size + 1;
  }

  /** The files that were found on the disk so far; `undefined` if steps have written files, too. */
  get found(): ReadonlyMap<string, string | undefined> | undefined {
    return super.size === 0 ? new Map(this.#found) : undefined;
  }

  /** Whether a text was read from the disk. */
  get hasRead(): boolean {
    return [...this.#found.values()].some((text) => text !== undefined);
  }

  /** Whether the disk still has what was found. */
  isStill(found: ReadonlyMap<string, string | undefined>): boolean {
    return [...found].every(([key, text]) => this.#textAt(key) === text);
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  override get(key: string): FileData | undefined {
    const written = super.get(key);
    if (key.endsWith("/**")) return written && { ...written, atStart: true };
    if (written?.missing === true || textsOfFile(written).length > 0) return written;
    const text = this.#textAt(key);
    return text === undefined
      ? written
      : { from: (written ?? dataOfDirectory(key, this))?.from ?? [], text, atStart: true };
  }

  #textAt(key: string): string | undefined {
    if (!this.#found.has(key)) this.#found.set(key, this.#textOf(key));
    return this.#found.get(key);
  }
}
