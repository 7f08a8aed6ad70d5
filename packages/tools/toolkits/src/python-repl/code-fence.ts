/**
 * The code in a Markdown fence, if the text is nothing but the fence; otherwise the whole text. A fence inside code, such as in a string, is
 * part of the code: rules read it so, too.
 */
export function withoutFence(text: string): string {
  const fence = /^\s*```[^\n`]*\n([\s\S]*?)(?:^[ \t]*```\s*)?$(?![\s\S])/m.exec(text);
  return fence?.index === 0 && !fence[1]?.includes("```") ? (fence[1] ?? text) : text;
}
