/** The code in the first Markdown fence of a text, or the whole text. */
export function withoutFence(text: string): string {
  const fence = /^[ \t]*```[^\n`]*\n([\s\S]*?)(?:^[ \t]*```|$(?![\s\S]))/m.exec(text);
  return fence?.[1] ?? text;
}
