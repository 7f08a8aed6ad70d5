import type { ScriptCall } from "./read-calls.ts";
import { callTable, type ScriptLanguage, wordSet } from "./script-language.ts";
import { tokenize } from "./tokenize.ts";
import { argumentGroups, valuesOf } from "./values.ts";

/** Lists the calls of a Go program that change files, run programs or open connections; `undefined` if it can't be read. */
export function readGo(code: string): readonly ScriptCall[] | undefined {
  if (code.length > maxLength) return;
  const tokens = tokenize(code, go.syntax);
  if (tokens === undefined) return;
  const packages = new Map<string, string>();
  const calls: ScriptCall[] = [];
  for (const [at, token] of tokens.entries()) {
    const [before, dot, member] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    if (token.kind === "text" && isImport(at, tokens)) {
      const alias =
        before?.kind === "word" && before.text !== "import" ? before.text : (token.text.split("/").at(-1) ?? "");
      if (/^(C|unsafe|plugin|syscall)$/.test(token.text) || before?.text === ".") return;
      packages.set(alias, token.text);
    }
    const path = token.kind === "word" && before?.text !== "." ? packages.get(token.text) : undefined;
    if (path === undefined || dot?.text !== "." || member?.kind !== "word") continue;
    const name = `${path}.${member.text}`;
    const meaning = go.calls.get(name);
    if (meaning === undefined) continue;
    const args = argumentGroups(at + 3, tokens).flatMap((group) =>
      valuesOf(group, { constants: new Map(), language: go }),
    );
    calls.push({ meaning, name, args: name.endsWith("CommandContext") ? args.slice(1) : args });
  }
  return calls;
}

const maxLength = 12_000;

const go: ScriptLanguage = {
  syntax: {
    comment: /\/\/.*|\/\*[\s\S]*?\*\//y,
    word: /[A-Za-z_]\w*/y,
    number: /0x[\da-f_]+|\d[\d_]*(?:\.\d+)?|'(?:[^'\\\n]|\\[^\n]{1,10})'/iy,
    unreadable: /\\`/,
    backquotes: "text",
    singleQuotes: false,
    inserted: /(?!)/y,
  },
  calls: callTable({
    run: "os/exec.Command os/exec.CommandContext os.StartProcess",
    "rm -f": "os.Remove",
    "rm -rf": "os.RemoveAll",
    mv: "os.Rename",
    "ln -s": "os.Symlink",
    "truncate -s 0": "os.Truncate",
    "cat|": "os.ReadFile os.Open io/ioutil.ReadFile",
    "tee>": "os.WriteFile os.Create os.OpenFile io/ioutil.WriteFile",
    curl: "net/http.Get",
    send: "net/http.Post net/http.PostForm",
    connect: "net.Dial net.DialTimeout crypto/tls.Dial",
    join: "path/filepath.Join",
  }),
  pure: new Set(),
  defines: wordSet("func"),
  joins: new Set(["+"]),
  plainVariables: true,
};

/** Whether a text is the path of an imported package. */
function isImport(at: number, tokens: readonly { readonly kind: string; readonly text: string }[]): boolean {
  for (let i = at - 1; i >= 0 && i > at - 200; i--) {
    const { kind, text } = tokens[i] ?? { kind: "", text: "" };
    if (kind === "word" && text === "import") return true;
    if (kind === "mark" && text !== "(" && text !== "." && text !== ";") return false;
    if (kind === "word" && text === "func") return false;
  }
  return false;
}
