/** One TypeScript block of a README. */
export interface ReadmeExample {
  readonly code: string;
  /** What it prints, when a `text` block follows it. */
  readonly output: string | undefined;
  /** The line its block begins on, 1-based. */
  readonly line: number;
}

/** The TypeScript blocks of a Markdown text, each with the `text` block after it, which says what it prints. */
export function readmeExamples(markdown: string): readonly ReadmeExample[] {
  const blocks = Array.from(
    markdown.matchAll(/^(`{3,})(\w*)\n(.*?)^\1$/gms),
    ({ 2: language, 3: text = "", index }) => ({
      language,
      text,
      line: markdown.slice(0, index).split("\n").length,
    }),
  );
  return blocks.flatMap(({ language, text, line }, index) => {
    const next = blocks[index + 1];
    return language === "ts" ? [{ code: text, output: next?.language === "text" ? next.text : undefined, line }] : [];
  });
}
