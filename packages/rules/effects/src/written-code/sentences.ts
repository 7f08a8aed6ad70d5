/** A sentence of a text in Markdown. */
export interface Sentence {
  readonly text: string;
  /** The heading or the line with a colon that introduces the list or the block in which it stands; empty if there is none. */
  readonly introduction: string;
}

/** A longer sentence is read in parts. */
const longSentence = /.{1,1000}/gs;

/** The sentences of a text in Markdown. Lines of a paragraph belong together; a line of code, a list item or a table row stands alone. */
export function sentencesOf(markdown: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let heading = "";
  let lead = "";
  let isCode = false;
  for (const block of blocksOf(markdown)) {
    if (/^(?:```|~~~)/.test(block)) {
      isCode = !isCode;
      continue;
    }
    const isItem = isCode || /^(?:[-*+>|]|\d+[.)])\s?/.test(block);
    const isHeading = !isCode && (/^#{1,6}\s/.test(block) || /^\*\*[^*]+\*\*:?$/.test(block));
    const text = isCode ? block : block.replace(/^(?:[-*+>#|]|\d+[.)]|\[[ x]\]|\s)+/, "");
    if (!isItem && !isHeading) lead = "";
    const introduction = isHeading ? "" : lead || heading;
    for (const part of partsOf(text)) sentences.push({ text: part, introduction });
    if (isHeading) {
      heading = text;
      lead = "";
    } else if (/:\W*$/.test(block)) lead = partsOf(text).at(-1) ?? "";
  }
  return sentences;
}

/** The lines of a text, with those of a paragraph as one. */
function blocksOf(markdown: string): readonly string[] {
  const blocks: string[] = [];
  let isOpen = false;
  let isCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    const text = line.trim();
    const isFence = /^(?:```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    const isAlone = isFence || isCode || /^(?:#{1,6}\s|[-*+>|]|\d+[.)]\s)/.test(text);
    if (text !== "" && isOpen && !isAlone) blocks.push(`${blocks.pop()} ${text}`);
    else if (text !== "") blocks.push(text);
    isOpen = text !== "" && !isFence && !isCode && !/^#{1,6}\s/.test(text);
  }
  return blocks;
}

/** The sentences in a line, without emphasis. */
function partsOf(text: string): readonly string[] {
  return text
    .replaceAll(/\*\*|__|[“”]/g, "")
    .replaceAll("’", "'")
    .split(/(?<=[.!?;])\s+|\s+[-–—]{1,3}\s+|—|,?\s+(?:but|however|although)\s+/)
    .flatMap((part) => part.trim().match(longSentence) ?? []);
}
