/** Finds commands in YAML files, such as `run:` of a workflow. */

/** Matches YAML keys whose values are commands. */
const commandKeys =
  /^(run|script|scripts|before_script|after_script|before_install|install|command|commands|cmd|cmds|entry|entrypoint|bash|sh|powershell|pwsh|test|checkout|hooks?|healthcheck)$/;

/**
 * The commands in a YAML file: values of keys such as `run`, `script` and `command`, also in blocks and lists. Expressions such as
 * `${{ secrets.TOKEN }}` become variables.
 */
export function yamlCommands(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const commands: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = "", dash = "", key = "", rest = ""] =
      /^( *)(- +)?["']?([\w-]+)["']?[ \t]*[:=](?: +(.*))?$/.exec(lines[at] ?? "") ?? [];
    if (!commandKeys.test(key)) continue;
    const column = indent.length + dash.length;
    const value = rest.replace(/^#.*$|\s#.*$/, (comment) => (/["']/.test(rest) ? comment : "")).trim();
    if (value !== "" && !/^[|>][-+\d]*$/.test(value)) {
      commands.push(...scalars(value));
      continue;
    }
    const block: string[] = [];
    while (at + 1 < lines.length && isInside(lines[at + 1] ?? "", column, value === "")) block.push(lines[++at] ?? "");
    if (value !== "") commands.push(block.map((line) => line.trim()).join("\n"));
    else commands.push(...listItems(block));
  }
  return commands.map(withVariables);
}

/** Whether a line belongs to the value of a key in a column; the items of a list may begin in the same column. */
function isInside(line: string, column: number, isList: boolean): boolean {
  const own = line.search(/\S/);
  return own === -1 || own > column || (isList && own === column && line[own] === "-");
}

/** The items of a list; items that are keys with values of their own count as their values. */
function listItems(block: readonly string[]): readonly string[] {
  const items: string[] = [];
  let isBlock = false;
  for (const line of block) {
    const [, , item] = /^( *)- +(.*)$/.exec(line) ?? [];
    const text = (item ?? line).trim();
    if (item === undefined && items.length > 0 && isBlock) items.push(`${items.pop()}\n${text}`);
    else if (/^[|>][-+\d]*$/.test(text)) items.push("");
    else if (text !== "") items.push(...scalars(text.replace(/^(?:run|cmd|command|entry|name|test):\s+/, "")));
    if (item !== undefined) isBlock = /^[|>]/.test(text);
  }
  return items;
}

/** A value in one line: without its quotes; a list in brackets as one command. */
function scalars(value: string): readonly string[] {
  if (value.startsWith("[")) return [(value.match(/"[^"]*"|'[^']*'|[^\s,[\]"']+/g) ?? []).join(" ")];
  const [, , quoted] = /^(["'])(.*)\1$/.exec(value) ?? [];
  return [quoted === undefined ? value : quoted.replaceAll('\\"', '"').replaceAll("''", "'")];
}

/** Replaces `${{ … }}` by shell variables. */
function withVariables(command: string): string {
  return command.replaceAll(/\$\{\{([^{}]*)\}\}/g, (_, inside: string) => `\${${inside.replaceAll(/\W+/g, "_")}}`);
}
