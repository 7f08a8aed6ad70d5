import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { bubblewrapDoctor, bubblewrapSandbox, localSandbox } from "@helve/sandbox/node";
import { compare } from "./compare.ts";

/** Measures what the environments add to starting a program and to reading a file. */
export async function compareSandboxes(): Promise<void> {
  await using local = await localSandbox();
  await using memory = await memorySandbox();
  await compare("run true", [
    ["spawn of Node", () => run("true", [])],
    ["local", () => local.exec(["true"])],
  ]);
  await compare("run true in a simulated shell", [
    ["memory", () => memory.exec(["true"])],
    ["memory, echo into a file", () => memory.exec(["sh", "-c", "echo hello > a"])],
  ]);
  if ((await bubblewrapDoctor()).problems.length === 0) await compareBubblewrap();
  await compareReading(local);
}

/** bubblewrap by itself gets the same namespaces and mounts. */
async function compareBubblewrap(): Promise<void> {
  await using sandbox = await bubblewrapSandbox();
  const { argv } = await sandbox.connection();
  const options = argv.slice(1, argv.indexOf("--") + 1);
  await compare(
    "run true in namespaces",
    [
      ["bwrap", () => run(argv[0] ?? "bwrap", [...options, "true"])],
      ["bubblewrap", () => sandbox.exec(["true"])],
    ],
    { difference: true },
  );
}

async function compareReading(local: Sandbox): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "helve-bench-"));
  const file = join(folder, "file");
  const contents = Buffer.alloc(50 * 1024 * 1024, "a line of text\n");
  await writeFile(file, contents);
  await local.writeFile("file", contents);
  await compare("read 50 MiB of text", [
    ["fs.readFile", () => readFile(file, "utf8")],
    ["local", () => local.readFile("file")],
  ]);
  await rm(folder, { recursive: true });
}

/** Runs a program to its end, and collects what it prints. */
function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (piece) => (output += piece));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
