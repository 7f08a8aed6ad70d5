/**
 * The YAML at the beginning of a Markdown file: between two lines `---`, or to the end if the second is missing. Of a text without it,
 * such as the part that an edit inserts, the lines at the beginning that look like YAML.
 */
export function frontMatter(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, "")
    .trimStart()
    .split(/\r\n?|\n/);
  const isWhole = /^---[ \t]*$/.test(lines[0] ?? "");
  const end = isWhole ? lines.findIndex((line, at) => at > 0 && line.startsWith("---")) : firstOther(lines);
  const yaml = lines.slice(isWhole ? 1 : 0, end === -1 ? lines.length : end).join("\n");
  return withoutEscapes(isWhole ? yaml : yaml.slice(0, maxLength));
}

/**
 * Replaces escapes in YAML by the letters that they stand for, and joins broken lines in quotes: `"\x68ooks"` becomes
 * `"hooks"`.
 */
function withoutEscapes(yaml: string): string {
  const joined = yaml.replaceAll(/\\\n[ \t]*/g, "");
  return joined.replaceAll(/\\x([\da-f]{2})|\\u([\da-f]{4})|\\U([\da-f]{8})/gi, (written, x, u, long) => {
    const code = Number.parseInt(x ?? u ?? long, 16);
    const letter = code < 128 ? String.fromCharCode(code) : "";
    return /^[\w:/*. -]$/.test(letter) ? letter : written;
  });
}

/** Longer front matter counts as risky without being read. */
const maxLength = 16_000;

/**
 * The setting in front matter with which code runs by itself or without a question: hooks, servers of tools, a mode of permissions, or
 * the grant of all commands.
 */
export function riskyFrontMatter(yaml: string): string | undefined {
  if (yaml.length > maxLength) return yaml;
  const hidden = hiddenKey.exec(yaml);
  if (hidden !== null) return hidden[0];
  const hooks = valuesOf("hooks", yaml).find((value) => /^[{[*&!]|\n/.test(value));
  if (hooks !== undefined) return `hooks: ${hooks}`;
  const mode = valuesOf("permission[-_]?mode", yaml).find((value) => riskyMode.test(value));
  if (mode !== undefined) return `permissionMode: ${mode}`;
  const servers = valuesOf("mcp[-_]?servers", yaml).find((value) =>
    /\b(?:command|url|type)["']?[ \t]*:|[*&]/.test(value),
  );
  if (servers !== undefined) return `mcpServers: ${servers}`;
  const grants = valuesOf("allowed[-_]?tools", yaml).flatMap((value) => value.match(grantPattern) ?? []);
  const grant = grants.find((each) => anyCommand.test(each));
  return grant === undefined ? undefined : `allowed-tools: ${grant}`;
}

/** A mode in which the client does not ask, also as a block scalar. */
const riskyMode = /^(?:[!&]\S*\s+)*(?:[|>][-+\d]*\s*)?["']?(?:bypassPermissions|acceptEdits|dontAsk|auto)\b/i;

/**
 * Matches syntax that can hide a key from readers of lines: an alias, an anchor or a tag in the place of a key or a value, a merge of mappings, and a key
 * that is a block scalar.
 */
const hiddenKey =
  /(?:^|[\s{,])<<[ \t]*:|(?:^|[{,])[ \t]*\?[ \t]+[|>].*|(?:^|[{,[]|:[ \t])[ \t]*(?:-[ \t]+){0,8}(?:\*[A-Za-z][\w-]*[ \t]*(?=[:,}\]]|$)|&[A-Za-z][\w-]*(?=\s)|!(?:![\w-]+|<\S+>)(?=\s)).*/m;

/** A name of a tool, with the calls in parentheses that are granted. */
const grantPattern = /[^\s,"'[\]()]+(?:\([^)\n]{0,400}\))?/g;

/** The commands of hooks and servers in front matter. */
export function frontMatterCommands(yaml: string): readonly string[] {
  const found = yaml.matchAll(
    /(?:^|[\s{,"'])command["']?[ \t]*:[ \t]*([|>][-+\d]*[ \t]*$|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\n]+)/gm,
  );
  return Array.from(found, ({ 1: value = "", index, 0: { length } }) => {
    if (/^[|>]/.test(value)) return indentedLines(yaml.slice(index + length + 1)).join("\n");
    const list = /^[ \t,]*\n?[ \t,]*["']?args["']?[ \t]*:[ \t]*\[([^\]\n]*)\]/.exec(yaml.slice(index + length));
    return [value, ...(list?.[1] ?? "").split(",")]
      .map((word) => scalar(word.trim()))
      .join(" ")
      .trim();
  });
}

/** Shells, and programs that run the command in their arguments. */
const runners =
  "sudo|doas|su|(?:ba|z|da|k|fi)?sh|eval|exec|command|env|xargs|find|timeout|nice|nohup|setsid|stdbuf|time|watch|parallel|script|flock|strace|ssh";

/** A grant with which every command runs without a question. */
const anyCommand = new RegExp(
  `^(?:\\*|(?:bash|powershell|shell)(?:\\(\\s*(?:(?:\\S*/)?(?:(?:${runners})(?: -c)?|(?:python3?|node|perl|ruby) -[ce])[ :]*\\*|[*: ]*)\\s*\\))?)$`,
  "i",
);

/** The values of a key that are not empty, each in its line and the indented lines or list items after it. */
function valuesOf(key: string, yaml: string): readonly string[] {
  const pattern = new RegExp(
    `(?:^|[{,])([ \\t]{0,80})(?:\\?[ \\t]+)?(?:[!&]\\S{0,80}[ \\t]+){0,2}["']?${key}["']?[ \\t]*\\n?[ \\t]*:(?![^\\s{["'])(.*)`,
    "gim",
  );
  return Array.from(yaml.matchAll(pattern), ({ index, 0: whole, 1: indent = "", 2: first = "" }) => {
    const rest = yaml.slice(index + whole.length + 1).split("\n");
    const end = rest.findIndex((line) => line.trim() !== "" && !isInside(line, indent.length));
    const lines = [first, ...rest.slice(0, end === -1 ? rest.length : end)];
    return lines
      .join("\n")
      .replaceAll(/^\s*#.*$/gm, "")
      .trim();
  }).filter((value) => !/^(?:\{\s*\}|\[\s*\]|null|~|)$/.test(value));
}

/** Whether a line belongs to the value of a key with an indent. */
function isInside(line: string, indent: number): boolean {
  const own = line.search(/\S/);
  return own > indent || (own === indent && line[own] === "-");
}

/** The lines at the beginning of a text that are indented as much as the first one. */
function indentedLines(text: string): readonly string[] {
  const lines = text.split("\n");
  const indent = (lines[0] ?? "").search(/\S/);
  const end = lines.findIndex((line) => line.trim() !== "" && line.search(/\S/) < indent);
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.trim());
}

/** The index of the first line that can't be a part of front matter. */
function firstOther(lines: readonly string[]): number {
  return lines.findIndex(
    (line) => !/^(?:\s*["']?[\w-]+["']?[ \t]*:(?:[ \t].*)?|[ \t]*-[ \t].*|[ \t]+\S.*|\s*)$/.test(line),
  );
}

/** A value without its quotes. */
function scalar(value: string): string {
  const [, quote, quoted] = /^(["'])(.*)\1[\s,}\]]*$/.exec(value) ?? [];
  if (quoted === undefined) return value.replace(/[\s}\]]+$/, "");
  return quote === '"' ? quoted.replaceAll(/\\(.)/g, "$1") : quoted.replaceAll("''", "'");
}
