/** Evaluates commands of database clients, such as `\copy` and `\!` of psql, `.shell` of sqlite3. */
import { emitFile, targetOf } from "./files.ts";
import { readInner } from "./read-sql.ts";
import { emit, emitUnknown, type Reading } from "./reading.ts";
import { runCode } from "./run-nested.ts";
import type { Token } from "./tokens.ts";

/** The use that a command of a client program makes of its argument. */
type Action = "runs" | "writes" | "reads" | "includes" | "restores" | "loads" | "nothing";

/** The commands of psql, mysql and sqlcmd, by their names. */
const commands: ReadonlyMap<string, Action> = new Map<string, Action>([
  ...names("\\! system !! :!!", "runs"),
  ...names("pager \\P", "runs"),
  ...names("\\o \\out \\g \\gx \\w \\write tee \\T :out :error :perftrace \\s", "writes"),
  ...names("\\i \\ir \\include \\include_relative \\. source :r", "includes"),
]);

/** The commands of sqlite3, which may be abbreviated. */
const dotCommands: readonly (readonly [string, Action])[] = [
  ...names(".shell .system", "runs"),
  ...names(".output .once .log .trace .backup .save .clone .archive", "writes"),
  ...names(".read", "includes"),
  ...names(".import", "reads"),
  ...names(".restore", "restores"),
  ...names(".load", "loads"),
];

/** Assigns one action to each name in a list. */
function names(list: string, action: Action): readonly (readonly [string, Action])[] {
  return list.split(" ").map((name) => [name, action]);
}

/** Emits the effects of a command to the client program: `\! ls`, `.output a.txt`, `source a.sql`. */
export function evaluateCommand(token: Token, reading: Reading): void {
  const { text } = token;
  const [, name = "", rest = ""] = /^(:?!!|\\.[\w]*|[.:]?\w+)\s*(.*)$/s.exec(text) ?? [];
  if (/^\\?(gexec)$/.test(name.replace("\\", ""))) {
    emitUnknown(reading, "\\gexec runs the statements that a query returns", name, [token]);
    return;
  }
  if (name.startsWith("\\") && /`[^`]*`/.test(rest) && name !== "\\!") {
    for (const [, code = ""] of rest.matchAll(/`([^`]*)`/g)) runPart(code, token, name, reading);
  }
  if (name === "\\copy") {
    const content = token.start + text.indexOf(rest);
    readInner({ text: `COPY ${rest}`, token, content: content - 5, certainty: "certain" }, reading);
    return;
  }
  for (const action of actionsOf(name)) evaluateAction(action, { name, rest: rest.trim(), token }, reading);
}

/** Finds the actions of a client's command: `.out` matches `.output`. */
function actionsOf(name: string): readonly Action[] {
  if (name.startsWith(".")) {
    const lower = name.toLowerCase();
    return dotCommands.filter(([each]) => each.startsWith(lower) && lower.length > 1).map(([, action]) => action);
  }
  const action = commands.get(name) ?? commands.get(name.toLowerCase());
  if (action !== undefined) return [action];
  // `\!ls` and `\o|sh` need no space.
  return name.startsWith("\\!") ? ["runs"] : [];
}

/** A command to the client program. */
interface ClientCommand {
  readonly name: string;
  /** The text after the name. */
  readonly rest: string;
  readonly token: Token;
}

/** Evaluates a command of a database client, such as `\i file`. */
function evaluateAction(action: Action, { name, rest, token }: ClientCommand, reading: Reading): void {
  const words = /^\\!\w/.test(name) ? [name.slice(2), rest].join(" ").trim() : rest;
  const [file = ""] =
    words.match(/'[^']*'|"[^"]*"|(?:[^\s;]|;(?!\s*$))+/g)?.filter((word) => !/^-{1,2}\w|^(main|temp)$/.test(word)) ??
    [];
  const path = file.replaceAll(/^['"]|['"]$/g, "");
  const place: Token = { ...token, kind: "string", text: path };
  const pipe = /^['"]?\|\s*(.*?)['"]?$/s.exec(words)?.[1];
  if (pipe !== undefined) runPart(pipe, token, name, reading);
  else if (action === "runs") {
    if (words !== "") runPart(words, token, name, reading);
  } else if (path === "" || path === "stdout") return;
  else if (action === "writes") emitFile(place, "write", name, reading);
  else if (action === "reads" || action === "restores") {
    emitFile(place, "read", name, reading);
    const isRestore = action === "restores";
    const what = isRestore ? "the whole database" : null;
    emit(reading, { kind: "database", change: isRestore ? "alter" : "insert", what, all: isRestore }, name, [token]);
  } else if (action === "loads") {
    const target = targetOf(place, reading);
    emit(reading, { kind: "execute", program: path, from: [{ kind: "file", target }] }, name, [token]);
  } else if (action === "includes") includeFile(place, token, name, reading);
}

/** Reads a file of statements; an unknown file may change the database. */
function includeFile(place: Token, token: Token, name: string, reading: Reading): void {
  const target = targetOf(place, reading);
  emitFile(place, "read", name, reading);
  const text = target === null ? undefined : reading.context.files?.get(target.path)?.text;
  if (text !== undefined) readInner({ text, token, certainty: "certain" }, reading);
  else
    emit(
      reading,
      { kind: "database", change: "alter", what: `what ${place.text} changes`, all: false, certainty: "possible" },
      name,
      [token],
    );
}

/** Finds the effects of a shell command inside a line of a database client, such as `\! rm x`. */
function runPart(code: string, token: Token, name: string, reading: Reading): void {
  const found = token.text.indexOf(code);
  const content = found === -1 ? undefined : token.start + found;
  runCode("shell", { text: code, token, content, certainty: "certain" }, name, reading);
}
