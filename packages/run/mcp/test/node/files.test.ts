import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Step } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { verifyAuditLog } from "@helve/executor/node";
import { auditRecorder, FileInUseError, PinFileError, pinFile, StateFolderError, sessionFiles } from "@helve/mcp/node";
import { describe, expect, it } from "vitest";
import { ownAuditLog, sessionFolder, userPins } from "../../src/node/gateway-files.ts";
import { lockFile } from "../../src/node/lock-file.ts";
import { folderWith } from "./programs.ts";

const step = (name: string): Step => ({
  action: { id: name, name, args: {} },
  observation: { parts: [], isError: false },
  ran: true,
});

describe("pinFile", () => {
  it("keeps pins by server, in a file that only the owner can read", async () => {
    const path = join(folderWith(), "deep/pins.json");
    const pins = pinFile(path);
    expect(await pins.load("a")).toBeUndefined();
    await pins.save("a", { read: "sha256:1" });
    await pins.save("__proto__", { constructor: "sha256:2" });
    expect(await pinFile(path).load("a")).toEqual({ read: "sha256:1" });
    expect(await pinFile(path).load("__proto__")).toEqual({ constructor: "sha256:2" });
    expect(await pinFile(path).load("constructor")).toBeUndefined();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, ".."))).toEqual(["pins.json"]);
  });

  it("loses no pins when several servers are added at the same time", async () => {
    const path = join(folderWith(), "pins.json");
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => pinFile(path).save(name, { tool: name })));
    for (const name of names) expect(await pinFile(path).load(name)).toEqual({ tool: name });
  });

  it.each(["", "{", "null", "[]", '{"version":2,"servers":{}}', '{"version":1,"servers":{"a":{"b":1}}}'])(
    "accepts nothing if the file is %j",
    async (text) => {
      const path = join(folderWith({ "pins.json": text }), "pins.json");
      await expect(pinFile(path).load("a")).rejects.toThrow(PinFileError);
      await expect(pinFile(path).save("a", {})).rejects.toThrow(PinFileError);
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );
});

describe("userPins", () => {
  it("belong to a server's program, not only to its name", async () => {
    const state = folderWith();
    const first = { files: { command: "npx", args: ["good"], env: { KEY: "1" } } };
    await userPins(state, first).save("files", { read: "sha256:1" });
    expect(await userPins(state, { files: { ...first.files, env: { KEY: "2" } } }).load("files")).toBeDefined();
    expect(await userPins(state, { files: { command: "npx", args: ["other"] } }).load("files")).toBeUndefined();
    expect(await userPins(state, { files: { url: "https://x" } }).load("files")).toBeUndefined();
    expect(readFileSync(join(state, "mcp/pins.json"), "utf8")).not.toContain("KEY");
  });
});

describe("sessionFiles", () => {
  it("keep the steps of each handle, and remove a line that a crash left incomplete", async () => {
    const folder = join(folderWith(), "sessions");
    const history = sessionFiles(folder);
    expect(await history.load("../a")).toEqual([]);
    await history.append("../a", step("one"));
    await history.append("b", step("other"));
    const files = readdirSync(folder);
    expect(files).toHaveLength(2);
    const [path = ""] = files
      .map((name) => join(folder, name))
      .filter((file) => readFileSync(file, "utf8").includes("one"));
    appendFileSync(path, '{"action":{"na');
    expect(await sessionFiles(folder).load("../a")).toEqual([step("one")]);
    await history.append("../a", step("two"));
    expect(await sessionFiles(folder).load("../a")).toEqual([step("one"), step("two")]);
  });

  it("keep the whole text, also of what looks like a secret: later decisions depend on it", async () => {
    const folder = folderWith();
    const content = "#-----BEGIN RSA PRIVATE KEY-----\nrm -rf src";
    const written: Step = { ...step("write_file"), action: { id: "1", name: "write_file", args: { content } } };
    await sessionFiles(folder).append("a", written);
    expect(await sessionFiles(folder).load("a")).toEqual([written]);
  });

  it("fail if a line is no step", async () => {
    const folder = folderWith();
    const history = sessionFiles(folder);
    await history.append("a", step("one"));
    const [name = ""] = readdirSync(folder);
    writeFileSync(join(folder, name), "{}\n");
    await expect(history.load("a")).rejects.toThrow(`${name}:1 is no step of a session`);
  });
});

describe("auditRecorder", () => {
  it("has a record in the file before it continues, without secrets", async () => {
    const path = join(folderWith(), "audit.jsonl");
    const audit = await auditRecorder(path, { redact: { patterns: [/hunter2/g] } });
    const executor = new ActionExecutor([], { guards: [audit.guard] });
    await audit.record(await executor.execute({ id: "1", name: "login", arguments: { as: "hunter2" } }));
    expect(readFileSync(path, "utf8")).toContain('"id":"1"');
    expect(readFileSync(path, "utf8")).not.toContain("hunter2");
    await audit.close();
    expect((await verifyAuditLog(path)).ok).toBe(true);
  });

  it.skipIf(!existsSync("/dev/full"))(
    "fails a call whose record can't be written, and stops all later ones",
    async () => {
      const audit = await auditRecorder("/dev/full");
      const executor = new ActionExecutor([], { guards: [audit.guard] });
      const context = executor.guardContext();
      expect(await audit.guard.before({ id: "1", name: "a", args: {} }, context)).toMatchObject({ kind: "allow" });
      await expect(audit.record(await executor.execute({ id: "1", name: "a", arguments: {} }))).rejects.toThrow(
        "can't be written",
      );
      expect(await audit.guard.before({ id: "2", name: "a", args: {} }, context)).toMatchObject({ kind: "stop" });
      await audit.close();
    },
  );
});

describe("files of a gateway", () => {
  it("belong to one process at a time", () => {
    const path = join(folderWith(), "audit.jsonl");
    const release = lockFile(path);
    expect(() => lockFile(path)).toThrow(FileInUseError);
    release();
    lockFile(path)();
    // A process that was killed has left its lock, with or without its id.
    writeFileSync(`${path}.lock`, '{"pid":999999999}');
    lockFile(path)();
    writeFileSync(`${path}.lock`, "");
    expect(() => lockFile(path)).toThrow("a process that has just begun");
    utimesSync(`${path}.lock`, 0, 0);
    lockFile(path)();
  });

  it.each(["", "mcp", "mcp/audit"])("are in no folder that is a link or that others can write: %j", (name) => {
    const elsewhere = folderWith({ "notes.jsonl": "" });
    utimesSync(join(elsewhere, "notes.jsonl"), 0, 0);
    const linked = join(folderWith(), "state");
    mkdirSync(dirname(join(linked, name)), { recursive: true });
    symlinkSync(elsewhere, join(linked, name));
    expect(() => ownAuditLog(linked)).toThrow(StateFolderError);
    expect(existsSync(join(elsewhere, "notes.jsonl"))).toBe(true);
    const open = join(folderWith(), "state");
    ownAuditLog(open);
    chmodSync(join(open, name), 0o770);
    expect(() => ownAuditLog(open)).toThrow("other users can write");
    chmodSync(join(open, name), 0o755);
    ownAuditLog(open);
    expect(statSync(join(open, name)).mode & 0o777).toBe(0o700);
  });

  it("refuse pins that others could have written", () => {
    const state = folderWith();
    mkdirSync(join(state, "mcp"));
    chmodSync(join(state, "mcp"), 0o777);
    expect(() => userPins(state, {})).toThrow(StateFolderError);
    expect(() => sessionFolder(state)).toThrow(StateFolderError);
  });

  it("are deleted after 30 days if they are logs", () => {
    const state = folderWith();
    const first = ownAuditLog(state);
    writeFileSync(first, "");
    expect(ownAuditLog(state, Date.now() + 1)).not.toBe(first);
    expect(existsSync(first)).toBe(true);
    utimesSync(first, 0, 0);
    ownAuditLog(state);
    expect(existsSync(first)).toBe(false);
  });
});
