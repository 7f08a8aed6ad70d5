/** The readers whose time is measured on growing texts, by name. */
import { jsonProtocol, reactProtocol, tupleProtocol } from "@helve/agent";
import { linearPattern } from "@helve/core/internal";
import { writeConsequences } from "@helve/effects";
import { patch } from "@helve/effects/patch";
import { ProvenanceIndex } from "@helve/enforcer";
import { languages } from "./safety/judge.ts";

const { shell, sql, powershell, cmd } = languages;

/** Reads a text. */
export type Read = (text: string) => unknown;

/** Finds a reader of texts by its name in the data and the table. */
export function readerOf(name: string): Read {
  const read = readers.get(name) ?? readerByKind(name);
  if (read === undefined) throw new Error(`there is no reader "${name}"`);
  return read;
}

const readers: ReadonlyMap<string, Read> = new Map([
  ...[reactProtocol(), jsonProtocol(), tupleProtocol()].map((protocol): readonly [string, Read] => {
    return [`protocol ${protocol.name}`, (text) => protocol.parse(text)];
  }),
  ["provenance", traced],
  ["powershell", (text) => powershell.read(text, { languages })],
  ["cmd", (text) => cmd.read(text, { languages })],
  ["sql", (text) => sql.read(text, { languages })],
  ["patch", (text) => patch.read(`--- f\n+++ f\n${text}`, { files: new Map() })],
  ["make", (text) => runProject("make", "Makefile", text)],
  ["just", (text) => runProject("just", "justfile", text)],
  ["npm test", (text) => runProject("npm test", "package.json", text)],
]);

/** Finds a reader by a name with a parameter: `pattern (a+)+$`, `write Makefile`, `perl -e`. */
function readerByKind(name: string): Read | undefined {
  const [, kind, parameter = ""] = /^(pattern|write) (.*)$/.exec(name) ?? [];
  if (kind === "pattern") return matching(parameter);
  if (kind === "write") return (text) => writeConsequences({ path: parameter, ...whole }, project, { from: [], text });
  return / -[er]$/.test(name) ? (text) => shell.read(`${name} '${text}'`, { languages }) : undefined;
}

const whole = { glob: false, hidden: false, partial: false };
const project = { workingDirectory: "/home/ada/project", home: "/home/ada", languages };

/** Creates a reader that matches a pattern. */
function matching(pattern: string): Read {
  const compiled = linearPattern(pattern);
  if ("problem" in compiled) throw new Error(compiled.problem);
  return (text) => compiled.find(`${text}!`);
}

/** Reads a command that runs a file of the project. */
function runProject(command: string, path: string, text: string): unknown {
  return shell.read(command, { languages, files: new Map([[path, { from: [], text: `all:\n${text}` }]]) });
}

/** Records a text as the result of a tool, and looks for it. */
function traced(text: string): unknown {
  const index = new ProvenanceIndex({ prompt: "" });
  const action = { id: "1", name: "Web.Read", args: {} };
  index.add({ action, observation: { parts: [{ type: "text", content: text }], isError: false }, ran: true });
  return index.comesFrom(text, { sources: [{ type: "tools", matches: () => true }] });
}
