// The server of VS Code for the web, in a worker of a real browser. Without one, the test is skipped.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patient } from "@helve/testing/patience";
import { chromium } from "playwright-core";
import { expect, it } from "vitest";
import { bundleServer } from "../scripts/stage-extension.ts";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const rules = `rule @a trigger Terminal.Execute check is_destructive(args.command) enforce stop end
test "t" when Terminal.Execute({"command": "rm a"}) expect stop by @a end`;

/** Runs in the page: starts the server, answers its requests for files, and runs the tests of the file. */
const runInPage = `async ({ script, rules }) => {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const waiting = new Map();
  const arrival = (key) => new Promise((resolve) => waiting.set(key, resolve));
  const send = (message) => worker.postMessage({ jsonrpc: "2.0", ...message });
  worker.onmessage = ({ data }) => {
    if (data.method === "helve/listFiles") send({ id: data.id, result: ["vscode-vfs://x/rules.agentspec"] });
    else if (data.method === "helve/readFile") send({ id: data.id, result: rules });
    else waiting.get(data.method ?? data.id)?.(data.params ?? data.result);
  };
  const initialized = arrival(1);
  const workspaceFolders = [{ uri: "vscode-vfs://x", name: "x" }];
  const capabilities = { experimental: { helveTests: true } };
  send({ id: 1, method: "initialize", params: { processId: null, rootUri: null, workspaceFolders, capabilities } });
  await initialized;
  const published = arrival("helve/publishTests");
  send({ method: "initialized", params: {} });
  const { uri } = await published;
  const run = arrival(2);
  send({ id: 2, method: "helve/runTests", params: { files: [{ uri }] } });
  return run;
}`;

it.skipIf(!existsSync(program))(
  "runs the tests of files that it reads through the editor",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "helve-worker-"));
    const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
    try {
      await bundleServer(join(folder, "server.js"), "worker");
      const script = readFileSync(join(folder, "server.js"), "utf8");
      const page = patient(await browser.newPage());
      // Hashes need a page with a secure origin.
      await page.route("https://editor.example/", (route) => route.fulfill({ contentType: "text/html", body: "" }));
      await page.goto("https://editor.example/");
      const result = await page.evaluate(`(${runInPage})(${JSON.stringify({ script, rules })})`);
      expect(result).toMatchObject({
        files: [{ uri: "vscode-vfs://x/rules.agentspec", results: [{ name: "t", passed: true }] }],
        coverage: [{ uri: "vscode-vfs://x/rules.agentspec" }],
      });
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  },
  60_000,
);
