import { type CodeBlock, outputAfter } from "@helve/testing/code-blocks";

/** A block of commands of a page, with what the page says that they print. */
export interface PageCommands {
  readonly script: string;
  readonly output: string;
  readonly line: number;
  /** The files that the page has shown so far: blocks with a title. */
  readonly files: ReadonlyMap<string, string>;
}

/** The blocks of `helve` commands of a page that say what they print: `sh` blocks that a `text` block follows. */
export function pageCommands(blocks: readonly CodeBlock[]): readonly PageCommands[] {
  const files = new Map<string, string>();
  return blocks.flatMap(({ language, meta, text, line }, index) => {
    const title = /\btitle="([^"]+)"/.exec(meta)?.[1];
    if (title !== undefined) files.set(title, text);
    const output = outputAfter(blocks, index);
    if (language !== "sh" || output === undefined || !/^(?:npx )?helve /m.test(text)) return [];
    return [{ script: text, output, line, files: new Map(files) }];
  });
}
