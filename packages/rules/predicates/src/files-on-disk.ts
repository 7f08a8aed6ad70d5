import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";

/** The files that steps wrote and, where their content is unknown or they wrote none, the texts of the disk. */
export class FilesOnDisk extends Map<string, FileData> {
  readonly #textOf: (key: string) => string | undefined;

  /**
   * @param written - what steps wrote, by the keys of `fileKey`
   * @param textOf - the text of a file on the disk, by such a key; called each time that a file is looked up
   */
  constructor(written: ReadonlyMap<string, FileData>, textOf: (key: string) => string | undefined) {
    super(written);
    this.#textOf = textOf;
  }

  /** More than the number of listed files: the disk may have others. */
  override get size(): number {
    return super.size + 1;
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  override get(key: string): FileData | undefined {
    const written = super.get(key);
    if (key.endsWith("/**") || written?.missing === true || textsOfFile(written).length > 0) return written;
    const text = this.#textOf(key);
    return text === undefined ? written : { from: [], text };
  }
}
