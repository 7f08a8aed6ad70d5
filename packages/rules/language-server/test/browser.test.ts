import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";

it("runs in a web worker: without modules of Node, and with messages as objects", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, "worker.mjs");
  // A module of Node is an error here: nothing is external.
  await build({
    entryPoints: [fileURLToPath(new URL("../src/browser.ts", import.meta.url))],
    conditions: ["@helve/source"],
    ...{ bundle: true, platform: "browser", format: "esm", logLevel: "silent", outfile },
  });
  const { startWorkerServer }: typeof import("../src/browser.ts") = await import(outfile);
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  startWorkerServer(port2);
  const received: { readonly method?: string; readonly params?: { readonly diagnostics: readonly object[] } }[] = [];
  const published = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }) => {
      received.push(data);
      if (data.method === "textDocument/publishDiagnostics") resolve();
    };
  });
  const textDocument = { uri: "untitled:1", languageId: "agentspec", version: 1, text: "rule @a triger X" };
  for (const message of [
    { id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } },
    { method: "initialized", params: {} },
    { method: "textDocument/didOpen", params: { textDocument } },
  ]) {
    port1.postMessage({ jsonrpc: "2.0", ...message });
  }
  await published;
  expect(received.at(-1)?.params?.diagnostics.length).toBeGreaterThan(0);
});
