/** The fenced blocks of code in a Markdown text, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  return Array.from(
    markdown.matchAll(/^(`{3,})(\w*)([^`\n]*)\n(.*?)^\1$/gms),
    ({ 2: language = "", 3: meta = "", 4: text = "", index }) => ({
      language,
      meta: meta.trim(),
      text,
      line: markdown.slice(0, index).split("\n").length,
    }),
  );
}

/** A fenced block of code in a Markdown text. */
export interface CodeBlock {
  readonly language: string;
  /** The text after the language on the line of the fence: `title="rules.agentspec"`. */
  readonly meta: string;
  readonly text: string;
  /** The line its fence is on, 1-based. */
  readonly line: number;
}

/** The output of a block of code: the `text` block that directly follows it; `undefined` without such a block. */
export function outputAfter(blocks: readonly CodeBlock[], index: number): string | undefined {
  const next = blocks[index + 1];
  return next?.language === "text" ? next.text : undefined;
}
