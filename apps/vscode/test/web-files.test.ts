import { expect, it } from "vitest";
import type { BaseLanguageClient } from "vscode-languageclient";
import { serveFiles } from "../src/web-files.ts";
import { resetShown, shown } from "./stubs/vscode.ts";

it("lists and reads the files of the workspace for a server in a worker, and none that is too large", async () => {
  resetShown();
  const handlers = new Map<string, (params: object) => Promise<unknown>>();
  serveFiles({
    onRequest: (method: string, handler: (params: object) => Promise<unknown>) => void handlers.set(method, handler),
  } as unknown as BaseLanguageClient);
  shown.files.push("vscode-vfs://host/a%20b.agentspec");
  shown.texts.set("vscode-vfs://host/a%20b.agentspec", "rule é");
  shown.texts.set("vscode-vfs://host/large.agentspec", "x".repeat(16 * 1024 * 1024 + 1));
  const read = (name: string): Promise<unknown> | undefined =>
    handlers.get("helve/readFile")?.({ uri: `vscode-vfs://host/${name}` });
  expect(await handlers.get("helve/listFiles")?.({ folder: "vscode-vfs://host/" })).toEqual([
    "vscode-vfs://host/a%20b.agentspec",
  ]);
  expect(await read("a b.agentspec")).toBe("rule é");
  expect(await read("large.agentspec")).toBeNull();
  expect(await read("missing.agentspec")).toBeNull();
});
