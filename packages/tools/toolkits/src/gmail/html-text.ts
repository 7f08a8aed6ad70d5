import { Parser } from "htmlparser2";

/** The text of a mail in HTML: blocks on lines of their own, without scripts and styles. */
export function htmlText(html: string): string {
  let text = "";
  let hidden = 0;
  const addTag = (name: string, depth: number): void => {
    if (hiddenTags.has(name)) hidden += depth;
    else if (hidden === 0 && lineTags.has(name)) text += "\n";
  };
  const parser = new Parser({
    ontext: (part) => {
      if (hidden === 0) text += part.replaceAll(/\s+/g, " ");
    },
    onopentagname: (name) => addTag(name, 1),
    onclosetag: (name, isImplied) => {
      if (!isImplied || hiddenTags.has(name)) addTag(name, -1);
    },
  });
  parser.end(html);
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const hiddenTags: ReadonlySet<string> = new Set(["script", "style", "head", "title", "template"]);
const lineTags: ReadonlySet<string> = new Set(
  "address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul".split(
    " ",
  ),
);
