import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerProgram } from "@helve/mcp/node";
import { onTestFinished } from "vitest";

/** The official servers, as programs. Their version is known, so that none is started a second time to find it out. */
export const everything: ServerProgram = program(
  import.meta.resolve("@modelcontextprotocol/server-everything/package.json"),
);
export const filesystem = (folder: string): ServerProgram => {
  const server = program(import.meta.resolve("@modelcontextprotocol/server-filesystem/package.json"));
  return { ...server, args: [...(server.args ?? []), folder] };
};

function program(manifest: string): ServerProgram {
  const path = join(dirname(fileURLToPath(manifest)), "dist/index.js");
  return { command: process.execPath, args: [path], protocol: "2025-11-25" };
}

/** A program that is written in JavaScript. */
export function script(code: string): ServerProgram {
  return { command: process.execPath, args: ["-e", code] };
}

/** A temporary folder with files. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-mcp-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
