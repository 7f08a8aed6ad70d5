import { spawn } from "node:child_process";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { helveProgram } from "./helve-program.ts";
import { distribution, timed } from "./interleave.ts";
import { markdown } from "./markdown.ts";

/** Measures `helve lsp` with a file of 2,000 rules: edits of each kind, requests after an edit, and the memory after many edits. */
export async function measureLsp(): Promise<string> {
  using home = mkdtempDisposableSync(join(tmpdir(), "helve-bench-"));
  const editor = await startEditor(home.path);
  const edited: (readonly string[])[] = [];
  for (const [name, edits] of kinds) {
    await measureEdits(editor, edits, warmUp);
    const before = editor.processorTime();
    const times = await measureEdits(editor, edits, rounds);
    const each = (editor.processorTime() - before) / times.length;
    edited.push([name, ...distribution(times), `${each.toFixed(1)} ms`]);
  }
  const requested: (readonly string[])[] = [];
  for (const method of methods) {
    await measureRequest(editor, method, warmUp);
    requested.push([method, ...distribution(await measureRequest(editor, method, rounds))]);
  }
  const before = editor.memory();
  await typeFast(editor, inserted(5, 30, "x"));
  const after = editor.memory();
  editor.stop();
  return [
    markdown(["2,000 rules: an edit, until its diagnostics", "median", "95 %", "slowest", "processor"], edited),
    markdown(["a request after an edit, until its answer", "median", "95 %", "slowest"], requested),
    `${manyEdits} edits: ${before} MB before, ${after} MB after\n`,
  ].join("\n");
}

/** Makes many edits without waiting for the answers to most of them, like a fast typist. */
async function typeFast({ change }: Editor, edits: Edits): Promise<void> {
  for (let edited = 0; edited < manyEdits; edited += 2) {
    for (const one of edits(edited % ruleCount)) {
      const changed = change(one);
      if (edited % 20 === 0) await changed;
    }
  }
}

const ruleCount = 2000;
const linesOfRule = 8;
const rounds = 20;
const warmUp = 5;
const manyEdits = 10_000;

const text = Array.from(
  { length: ruleCount },
  (_, n) => `/// Asks before deletion ${n}.
rule @rule_${n}
trigger Terminal.Execute
let limit = ${n}
check is_destructive(args.command) & args.amount > limit
enforce user_inspection("Really delete \${args.amount} files?")
end
`,
).join("\n");

/** A change of the text, and the one that takes it back. */
type Edits = (rule: number) => readonly { readonly range: Range; readonly text: string }[];

/** Inserts a text in a rule and deletes it again. */
function inserted(line: number, character: number, text: string): Edits {
  return (rule) => {
    const start = { line: rule * linesOfRule + line, character };
    const added = text.split("\n");
    const last = added.at(-1) ?? "";
    const end = { line: start.line + added.length - 1, character: (added.length === 1 ? character : 0) + last.length };
    return [
      { range: { start, end: start }, text },
      { range: { start, end }, text: "" },
    ];
  };
}

const kinds: readonly (readonly [name: string, edits: Edits])[] = [
  ["a letter in a message", inserted(5, 30, "x")],
  ["a letter in a number", inserted(3, 12, "7")],
  ["a letter in a comment", inserted(0, 5, "x")],
  ["a mistake in a keyword", inserted(2, 3, "x")],
  ["an open bracket", inserted(4, 6, "(")],
  ["an open string", inserted(5, 23, '"')],
  ["a new rule name", inserted(1, 6, "new_")],
  ["a new rule", inserted(7, 0, "\nrule @added\ntrigger any.any\ncheck\nenforce stop\nend\n")],
  ["the beginning of a rule", inserted(7, 0, "\nrule @added\ntrigger ")],
  ["an open comment", inserted(7, 0, "/*")],
  ["a header line", () => inserted(0, 0, "on unknown stop\n")(0)],
  [
    "a name that is there twice",
    (rule) => inserted(7, 0, `rule @rule_1 trigger any check enforce stop end`)(Math.max(rule, 2)),
  ],
];

const methods = "completion hover documentSymbol semanticTokens/range semanticTokens/full foldingRange".split(" ");

type Editor = Awaited<ReturnType<typeof startEditor>>;

const uri = "file:///bench/rules.agentspec";

async function startEditor(home: string) {
  const child = spawn(process.execPath, [helveProgram, "lsp"], {
    cwd: home,
    env: { HOME: home, PATH: process.env["PATH"] },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const client = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  let [version, published] = [1, 0];
  let wake = (): void => undefined;
  client.onNotification("textDocument/publishDiagnostics", (sent: { readonly version?: number }) => {
    published = sent.version ?? 0;
    wake();
  });
  client.listen();
  const untilPublished = async (): Promise<void> => {
    while (published < version) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await client.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  await client.sendNotification("initialized", {});
  const textDocument = { uri, languageId: "agentspec", version, text };
  await client.sendNotification("textDocument/didOpen", { textDocument });
  await untilPublished();
  return {
    client,
    /** Changes the text, and waits for its diagnostics. */
    async change(change: { readonly range: Range; readonly text: string }): Promise<void> {
      version++;
      const params = { textDocument: { uri, version }, contentChanges: [change] };
      await client.sendNotification("textDocument/didChange", params);
      await untilPublished();
    },
    /** The processor time that the server has used, in milliseconds, as Linux reports it. */
    processorTime(): number {
      const [user = "", system = ""] =
        readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11) ?? [];
      return (Number(user) + Number(system)) * 10;
    },
    /** The memory of the server, in megabytes, as Linux reports it. */
    memory(): string {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024).toFixed(0);
    },
    stop: () => void child.kill(),
  };
}

/** Measures edits and their reversals across the rules of a file. */
async function measureEdits({ change }: Editor, edits: Edits, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    for (const one of edits((round * 397 + 1) % ruleCount)) times.push(await timed(() => change(one)));
  }
  return times;
}

/** The times of a request that follows an edit at once. */
async function measureRequest({ client, change }: Editor, method: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const rule = (round * 397 + 1) % ruleCount;
    for (const one of inserted(4, 24, "x")(rule)) {
      const changed = change(one);
      const position = { line: rule * linesOfRule + 4, character: 26 };
      const range = { start: { ...position, character: 0 }, end: { line: position.line + 50, character: 0 } };
      const request = { textDocument: { uri }, position, range };
      times.push(await timed(() => client.sendRequest(`textDocument/${method}`, request)));
      await changed;
    }
  }
  return times;
}
