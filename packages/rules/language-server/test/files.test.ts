// The files of a workspace: those that can't be read, those that settings name, and those that are read while a request arrives.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { helveMethods, type TryCallResult, type WorkspaceFiles } from "@helve/language-server";
import { diskFiles } from "@helve/language-server/node";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Connection } from "vscode-languageserver";
import { PublishedTests } from "../src/published-tests.ts";
import { Workspace } from "../src/workspace.ts";
import { startClient } from "./client.ts";
import { startInProcess } from "./in-process.ts";

const rules = `rule @limit
trigger Bank.Transfer
check args.amount > 100
enforce stop("too much")
end

test "a small amount"
when Bank.Transfer({"amount": 5})
expect allow
end
`;

const folder = "vscode-vfs://host/project";
const inFolder = { workspaceFolders: [{ uri: folder, name: "project" }] };

/** Files in memory, by their URIs. */
function filesOf(texts: ReadonlyMap<string, string>): WorkspaceFiles {
  return { list: async () => [...texts.keys()], read: async (uri) => texts.get(uri) };
}

it.skipIf(process.platform === "win32")(
  "reads no pipe and no device, which have no end, also behind a link",
  async () => {
    const place = mkdtempSync(join(tmpdir(), "helve-files-"));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const uriOf = (name: string): string => pathToFileURL(join(place, name)).href;
    execFileSync("mkfifo", [join(place, "pipe.agentspec")]);
    symlinkSync("/dev/zero", join(place, "zero.agentspec"));
    writeFileSync(join(place, "rules.agentspec"), rules);
    const files = diskFiles();
    expect(await files.list(pathToFileURL(place).href, () => true)).toEqual([uriOf("rules.agentspec")]);
    expect(await files.read(uriOf("pipe.agentspec"))).toBeUndefined();
    expect(await files.read(uriOf("zero.agentspec"))).toBeUndefined();
    expect(await files.read(uriOf("rules.agentspec"))).toBe(rules);
  },
);

it("reads any number of files, a few at a time", async () => {
  const texts = new Map(Array.from({ length: 500 }, (_, index) => [`${folder}/r${index}.agentspec`, rules]));
  let [open, most] = [0, 0];
  const files: WorkspaceFiles = {
    ...filesOf(texts),
    async read(uri) {
      most = Math.max(most, ++open);
      await new Promise<void>((resolve) => void setImmediate(resolve));
      open--;
      return texts.get(uri);
    },
  };
  const { client } = await startInProcess({ files }, inFolder);
  const uri = `${folder}/r499.agentspec`;
  const call = { uri, tool: "Bank.Transfer", args: { amount: 5 } };
  expect(await client.sendRequest(helveMethods.tryCall, call)).toMatchObject({ kind: "allow" });
  expect(most).toBeLessThan(100);
});

it("answers a request by the files that are being read", async () => {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const uri = `${folder}/rules.agentspec`;
  const files: WorkspaceFiles = {
    ...filesOf(new Map([[uri, rules]])),
    async list() {
      await gate;
      return [uri];
    },
  };
  const { client } = await startInProcess({ files }, inFolder);
  const tried: Promise<TryCallResult> = client.sendRequest(helveMethods.tryCall, {
    uri,
    tool: "Bank.Transfer",
    args: { amount: 500 },
  });
  go();
  expect(await tried).toMatchObject({ kind: "stop", rules: [{ name: "limit" }] });
});

it("asks for the changes of the files that settings name", async () => {
  const patterns: string[] = [];
  const texts = new Map([
    [`${folder}/rules.agentspec`, rules],
    [`${folder}/guard [1].json`, "{}"],
  ]);
  const { client } = await startInProcess(
    { files: filesOf(texts) },
    {
      ...inFolder,
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
      initializationOptions: { policy: "guard [1].json" },
    },
  );
  client.onRequest("client/registerCapability", ({ registrations }) => {
    for (const { registerOptions } of registrations) {
      patterns.push(...registerOptions.watchers.map((watcher: { globPattern: string }) => watcher.globPattern));
    }
    return null;
  });
  await client.sendRequest(helveMethods.tryCall, { uri: `${folder}/rules.agentspec`, tool: "X", args: {} });
  expect(patterns).toContain("**/guard ?1?.json");
});

it("reads the tests of a file again only if its text has changed", async () => {
  const texts = new Map([
    [`${folder}/rules.agentspec`, rules],
    [`${folder}/policy.json`, "{}"],
  ]);
  const workspace = new Workspace(filesOf(texts), {});
  const sent: unknown[] = [];
  const connection = { sendNotification: async (_: string, params: unknown) => void sent.push(params) };
  const published = new PublishedTests(connection as unknown as Connection, workspace);
  await workspace.load([folder], { tools: [], checkTools: true, inlayHints: true, codeLens: true });
  await published.publish(`${folder}/rules.agentspec`);
  const parse = vi.spyOn(workspace, "program");
  texts.set(`${folder}/policy.json`, '{ "trustedHosts": ["a.example"] }');
  await workspace.readFile(`${folder}/policy.json`);
  await published.publish(`${folder}/rules.agentspec`);
  expect(parse).not.toHaveBeenCalled();
  texts.set(`${folder}/rules.agentspec`, rules.replace("small", "tiny"));
  await workspace.readFile(`${folder}/rules.agentspec`);
  await published.publish(`${folder}/rules.agentspec`);
  texts.delete(`${folder}/rules.agentspec`);
  await workspace.readFile(`${folder}/rules.agentspec`);
  await published.publish(`${folder}/rules.agentspec`);
  expect(sent).toMatchObject([
    { tests: [{ name: "a small amount" }] },
    { tests: [{ name: "a tiny amount" }] },
    { tests: [] },
  ]);
});

it("shows no text of a setting as a link", async () => {
  const client = await startClient({}, { configuration: { checkTools: "[Fix](command:workbench.quit)" } });
  expect(await client.message()).toContain("[Fix] (command:workbench.quit)");
});
