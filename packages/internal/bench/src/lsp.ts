import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createProtocolConnection,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

/** Measures `helve lsp` with a file of 2,000 rules: edits of each kind, requests after an edit, and the memory after many edits. */
export async function measureLsp(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const editor = await startEditor(home);
  print("| 2,000 rules: an edit, until its diagnostics | median | 95 % | slowest | processor |");
  print("| --- | --- | --- | --- | --- |");
  for (const { name, edits } of kinds) {
    await measureEdits(editor, edits, warmUp);
    const before = editor.processorTime();
    const times = await measureEdits(editor, edits, rounds);
    const each = (editor.processorTime() - before) / times.length;
    print(`${row(name, times)} ${each.toFixed(1)} ms |`);
  }
  print("\n| a request after an edit, until its answer | median | 95 % | slowest |");
  print("| --- | --- | --- | --- |");
  for (const method of methods) {
    await measureRequest(editor, method, warmUp);
    print(row(method, await measureRequest(editor, method, rounds)));
  }
  const message = kinds[0]?.edits ?? (() => []);
  const before = editor.memory();
  for (let edited = 0; edited < manyEdits; edited += 2) {
    for (const change of message(edited % ruleCount)) {
      // An editor that types fast does not wait.
      if (edited % 20 === 0) await editor.change(change);
      else void editor.change(change);
    }
  }
  const after = editor.memory();
  editor.stop();
  rmSync(home, { recursive: true, force: true });
  print(`\n${manyEdits} edits: ${before} MB before, ${after} MB after`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
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

/** Inserts a text in a line of a rule, and deletes it again. */
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

const kinds: readonly { readonly name: string; readonly edits: Edits }[] = [
  { name: "a letter in a message", edits: inserted(5, 30, "x") },
  { name: "a letter in a number", edits: inserted(3, 12, "7") },
  { name: "a letter in a comment", edits: inserted(0, 5, "x") },
  { name: "a mistake in a keyword", edits: inserted(2, 3, "x") },
  { name: "an open bracket", edits: inserted(4, 6, "(") },
  { name: "an open string", edits: inserted(5, 23, '"') },
  { name: "a new rule name", edits: inserted(1, 6, "new_") },
  { name: "a new rule", edits: inserted(7, 0, "\nrule @added\ntrigger any.any\ncheck\nenforce stop\nend\n") },
  { name: "the beginning of a rule", edits: inserted(7, 0, "\nrule @added\ntrigger ") },
  { name: "an open comment", edits: inserted(7, 0, "/*") },
  { name: "a header line", edits: () => inserted(0, 0, "on unknown stop\n")(0) },
  {
    name: "a name that is there twice",
    edits: (rule) => inserted(7, 0, `rule @rule_1 trigger any check enforce stop end`)(Math.max(rule, 2)),
  },
];

const methods = [
  "completion",
  "hover",
  "documentSymbol",
  "semanticTokens/range",
  "semanticTokens/full",
  "foldingRange",
];

interface Editor {
  readonly client: ProtocolConnection;
  /** Changes the text, and waits for its diagnostics. */
  change(change: { readonly range: Range; readonly text: string }): Promise<void>;
  /** What the server has used of the processors, in milliseconds, by what Linux says. */
  processorTime(): number;
  /** Of the server, in megabytes, by what Linux says. */
  memory(): string;
  stop(): void;
}

const uri = "file:///bench/rules.agentspec";

async function startEditor(home: string): Promise<Editor> {
  const main = join(dirname(fileURLToPath(import.meta.resolve("helve/package.json"))), "dist/main.js");
  const child = spawn(process.execPath, [main, "lsp"], {
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
    async change(change) {
      version++;
      const params = { textDocument: { uri, version }, contentChanges: [change] };
      await client.sendNotification("textDocument/didChange", params);
      await untilPublished();
    },
    processorTime() {
      const [user = "", system = ""] =
        readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11) ?? [];
      return (Number(user) + Number(system)) * 10;
    },
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024).toFixed(0);
    },
    stop: () => void child.kill(),
  };
}

/** The times of edits and of those that take them back, in rules from the first to the last. */
async function measureEdits({ change }: Editor, edits: Edits, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    for (const one of edits((round * 397 + 1) % ruleCount)) {
      const start = performance.now();
      await change(one);
      times.push(performance.now() - start);
    }
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
      const start = performance.now();
      await client.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position, range });
      times.push(performance.now() - start);
      await changed;
    }
  }
  return times;
}

function row(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.toFixed(1)} ms`;
  return `| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
}
