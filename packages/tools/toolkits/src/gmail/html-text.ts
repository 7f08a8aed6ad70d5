/** The text of a mail in HTML: blocks on lines of their own, without scripts and styles. */
export function htmlText(html: string): string {
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open === -1) break;
    text += html.slice(at, open).replaceAll(/\s+/g, " ");
    const name = /^<(\/?[a-z][a-z\d]*|!--)/i.exec(html.slice(open, open + 20))?.[1]?.toLowerCase();
    if (name === undefined) {
      text += "<";
      at = open + 1;
      continue;
    }
    at = endOfTag(html, open, name);
    if (lineTags.has(name.replace("/", ""))) text += "\n";
  }
  text += html.slice(at).replaceAll(/\s+/g, " ");
  const lines = text.split("\n").map((line) => decodeEntities(line).replaceAll("\u00a0", " ").trim());
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** Where the text goes on after a tag, a comment, or an element whose content is not shown. */
function endOfTag(html: string, open: number, name: string): number {
  const end = hiddenTags.has(name) ? new RegExp(`</${name}`, "gi") : name === "!--" ? /-->/g : />/g;
  end.lastIndex = open;
  if (!end.test(html)) return html.length;
  if (!hiddenTags.has(name)) return end.lastIndex;
  const close = html.indexOf(">", end.lastIndex);
  return close === -1 ? html.length : close + 1;
}

const hiddenTags: ReadonlySet<string> = new Set(["script", "style", "head", "title", "template"]);
const lineTags: ReadonlySet<string> = new Set(
  "address article blockquote br div dd dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul".split(
    " ",
  ),
);

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name.toLowerCase()) ?? entity;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["hellip", "…"],
]);
