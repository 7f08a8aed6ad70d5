import { type CodeBlock, outputAfter } from "@helve/testing/code-blocks";
import { shownFile } from "../src/markdown/code-meta.ts";

/** A block of commands of a page, with what the page says that they print. */
export interface PageCommands {
  readonly script: string;
  readonly output: string;
  readonly line: number;
  /** The files that the page has shown since the commands before. */
  readonly files: readonly PageFile[];
}

/** A file that a page shows: a block with a title, or a block whose text is added to a file. */
export interface PageFile {
  readonly name: string;
  readonly text: string;
  readonly isAdded: boolean;
}

/** The blocks of `helve` commands of a page that say what they print: `sh` blocks that a `text` block follows. */
export function pageCommands(blocks: readonly CodeBlock[]): readonly PageCommands[] {
  let files: PageFile[] = [];
  return blocks.flatMap(({ language, meta, text, line }, index) => {
    const file = shownFile(meta);
    if (file !== undefined) files.push({ ...file, text });
    const output = outputAfter(blocks, index);
    if (language !== "sh" || output === undefined || !/^(?:npx )?helve /m.test(text)) return [];
    const commands = { script: text, output, line, files };
    files = [];
    return [commands];
  });
}
