import { jsonProtocol, reactProtocol, tupleProtocol } from "@helve/agent";
import { linearPattern } from "@helve/core/internal";
import { writeConsequences } from "@helve/effects";
import { patch } from "@helve/effects/patch";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { ProvenanceIndex } from "@helve/enforcer";

/** A reader, and a part that texts for it repeat. */
export interface GrowthCase {
  /** What reads the text, for the table. */
  readonly reader: string;
  readonly part: string;
  /** The length of the longest text. */
  readonly length: number;
  read(text: string): unknown;
}

const languages = { shell, python, sql, powershell, cmd };

/** Parts that are hard to read when they are repeated: openings without ends, and what readers look ahead for. */
export const growthCases: readonly GrowthCase[] = [
  ...[reactProtocol(), jsonProtocol(), tupleProtocol()].flatMap((protocol) =>
    cases(`protocol ${protocol.name}`, 80_000, ["`", "```call\n", "{", '"', "\n", "Action:", "Thought:"], (text) =>
      protocol.parse(text),
    ),
  ),
  ...[
    ["(a+)+$", "a"],
    ["(.*)(.*)(.*)(.*)x", "a"],
    ["(?:a|a|b)*c", "ab"],
    ["(\\w+\\s?)*$", "word "],
    ["(a?){30}a{30}", "a"],
  ].flatMap(([pattern = "", part = ""]) => {
    const compiled = linearPattern(pattern);
    if ("problem" in compiled) throw new Error(compiled.problem);
    return cases(`pattern ${pattern}`, 10_000, [part], (text) => compiled.find(`${text}!`));
  }),
  ...cases("provenance", 200_000, ['"\\', "a/", "%25", "&amp;", "1 ", "123 ", "A", "x y ", "会议"], traced),
  ...cases(
    "powershell",
    79_000,
    [..."({", "$(", "a|", "'", '"$a', "@{a=", "rm a;", "if(1){", "a,", "1+", "[", "$a.b"],
    (text) => powershell.read(text, { languages }),
  ),
  ...cases("cmd", 79_000, ["`", "%a%", "a&", "(a ", "for %i in (a) do ", "x ^\n"], (text) =>
    cmd.read(text, { languages }),
  ),
  ...cases(
    "sql",
    99_000,
    [
      ...["DELETE FROM a WHERE b = 1;", "COPY a FROM PROGRAM 'rm b';", "\\! rm a\n", "[", "(", "BEGIN;", "$a$", "/*"],
      ...["EXPLAIN ", "BEGIN; DELETE FROM a; ROLLBACK;", "EXEC('DROP TABLE a');", "a.", "#"],
    ],
    (text) => sql.read(text, { languages }),
  ),
  ...cases(
    "patch",
    900_000,
    ["*** Delete File: a\n", "diff --git a/x b/x\n", "\\", "@@ -1,2 +1 @@\n a\n-b\n"],
    (text) => patch.read(`--- f\n+++ f\n${text}`, { files: new Map() }),
  ),
  ...["perl -e", "ruby -e", "php -r", "lua -e"].flatMap((program) =>
    cases(
      program,
      11_000,
      ["(", "[[", "s/", "#{", "${", "<<A\n", "a.b.", '"#{"', "x=", "|a,", "f(", "%w[", "/"],
      (text) => shell.read(`${program} '${text}'`, { languages }),
    ),
  ),
  ...[
    ["make", "Makefile"],
    ["just", "justfile"],
    ["npm test", "package.json"],
  ].flatMap(([command = "", path = ""]) =>
    cases(command, 60_000, ["a:\n", "\trm a\n", "a", "$(if ", "{{", "x "], (text) =>
      shell.read(command, { languages, files: new Map([[path, { from: [], text: `all:\n${text}` }]]) }),
    ),
  ),
  ...[
    "package.json",
    "Makefile",
    ".github/workflows/a.yml",
    ".vscode/settings.json",
    ".npmrc",
    "pyproject.toml",
  ].flatMap((path) =>
    cases(
      `write ${path}`,
      190_000,
      ["run: |\n", "  - ", '"', "'", "\\", "$(shell ", "${{", "\t@", "\n", "# "],
      (text) => writeConsequences({ path, glob: false, hidden: false, partial: false }, files, { from: [], text }),
    ),
  ),
];

const files = { workingDirectory: "/home/ada/project", home: "/home/ada", languages };

function cases(
  reader: string,
  length: number,
  parts: readonly string[],
  read: GrowthCase["read"],
): readonly GrowthCase[] {
  return parts.map((part) => ({ reader, part, length, read }));
}

/** Records a text as the result of a tool, and looks for it. */
function traced(text: string): unknown {
  const index = new ProvenanceIndex({ prompt: "" });
  const action = { id: "1", name: "Web.Read", args: {} };
  index.add({ action, observation: { parts: [{ type: "text", content: text }], isError: false }, ran: true });
  return index.comesFrom(text, { sources: [{ type: "tools", matches: () => true }] });
}
