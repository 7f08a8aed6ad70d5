import { codeBlocks, outputAfter } from "./code-blocks.ts";

/** The TypeScript blocks of a Markdown text, each with the `text` block after it, which says what it prints. */
export function readmeExamples(markdown: string): readonly ReadmeExample[] {
  const blocks = codeBlocks(markdown);
  return blocks.flatMap(({ language, text, line }, index) =>
    language === "ts" ? [{ code: text, output: outputAfter(blocks, index), line }] : [],
  );
}

/** One TypeScript block of a README. */
export interface ReadmeExample {
  readonly code: string;
  /** The output, if a `text` block follows. */
  readonly output: string | undefined;
  /** The line its block begins on, 1-based. */
  readonly line: number;
}
