import fs, { existsSync } from "node:fs";
import {
  appendFile,
  copyFile,
  type FileHandle,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Action, ActionReturn } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import {
  type AuditLogError,
  type AuditLogOptions,
  auditRecordIn,
  openAuditLog,
  verifyAuditLog,
} from "@helve/executor/node";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { lookAt, oneTool } from "../middleware/one-tool.ts";

let folder = "";
let file = "";
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "helve-audit-"));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  file = join(folder, `${++files}.jsonl`);
});

const executor = oneTool({ execute: (what) => what });

const look = (what: unknown): Promise<ActionReturn> => executor.execute(lookAt(what));

/** Writes a log with a record of each. */
async function write(
  whats: readonly unknown[],
  path = file,
  options: AuditLogOptions = { fsync: "never" },
): Promise<void> {
  const log = await openAuditLog(path, options);
  for (const what of whats) log.record(await look(what));
  await log.close();
}

/** The prototype of every open file. */
async function fileHandle(): Promise<FileHandle> {
  const handle = await open(file, "a");
  await handle.close();
  return Object.getPrototypeOf(handle);
}

async function records(path = file): Promise<{ seq: number; lost?: number; actionReturn: ActionReturn }[]> {
  const text = await readFile(path, "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const whats = async (path = file) => (await records(path)).map(({ actionReturn }) => actionReturn.args?.["what"]);

describe("auditRecordIn", () => {
  it("reads the verdict of a call, which a line has once, and lines of earlier versions", async () => {
    const decision = { passes: [{ action: { id: "1", name: "look", args: {} }, rules: [], enforcements: [] }] };
    const before = { before: async () => ({ kind: "stop", reason: "no", decision }) as const };
    const after = {
      before: async (action: Action) => ({ kind: "allow", action, decision }) as const,
      after: async () => ({ kind: "stop", reason: "secret", decision }) as const,
    };
    const returns = [await look("a")];
    for (const guard of [before, after]) {
      returns.push(await new ActionExecutor(executor.tools, { guards: [guard] }).execute(lookAt("b")));
    }
    const log = await openAuditLog(file);
    for (const actionReturn of returns) log.record(actionReturn);
    await log.close();
    const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1);
    expect(lines.map((line) => line.split('"kind":"stop"').length - 1)).toEqual([0, 1, 1]);
    expect(lines.map((line) => auditRecordIn(line)?.actionReturn)).toEqual(returns);
    const earlier = lines.map((line) => JSON.stringify(auditRecordIn(line)));
    expect(earlier.map((line) => auditRecordIn(line)?.actionReturn)).toEqual(returns);
  });

  it.each([
    { in: "constructor", index: 0 },
    { in: "after", index: "__proto__" },
    { in: "after", index: 9 },
    { in: "verdicts", index: 0 },
  ])("has no record in a line whose verdict refers to nothing: %j", async (verdict) => {
    const actionReturn = { verdict, stages: { guard: { after: [] } } };
    const line = JSON.stringify({ seq: 1, previous: "0".repeat(64), at: "", actionReturn });
    expect(auditRecordIn(line)).toBeUndefined();
    const path = join(folder, `reference-${verdict.in}-${verdict.index}.jsonl`);
    await writeFile(path, `${line}\n`);
    const message = `line 1: its verdict ${JSON.stringify(verdict)} must refer to a verdict in "stages.guard" of the same line`;
    expect(await verifyAuditLog(path)).toMatchObject({
      ok: false,
      records: 0,
      issues: [{ code: "invalid_record", message }],
    });
  });

  it("has no record in a line that is not JSON", () => {
    expect(auditRecordIn("{]")).toBeUndefined();
  });
});

describe("openAuditLog", () => {
  it("records each call of an executor in one line, until it is stopped", async () => {
    const log = await openAuditLog(file);
    const stop = log.observe(executor);
    await look("a");
    await executor.execute({ id: "1", name: "nope", arguments: {} });
    stop();
    await look("b");
    await log.close();
    expect(await records()).toMatchObject(
      [
        { seq: 1, previous: "0".repeat(64), actionReturn: { type: "look", status: "success", args: { what: "a" } } },
        { seq: 2, previous: /^[0-9a-f]{64}$/, actionReturn: { type: "nope", status: "unknown_tool" } },
      ].map((record) => ({
        ...record,
        previous: record.previous instanceof RegExp ? expect.stringMatching(record.previous) : record.previous,
      })),
    );
  });

  it("continues at the end of an existing log", async () => {
    await write(["a", "b"]);
    await write([]);
    await write(["c\n\u2028", "d"]);
    expect(await whats()).toEqual(["a", "b", "c\n\u2028", "d"]);
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, records: 4, head: { seq: 4 } });
  });

  it("redacts a text of an earlier record that repeats the secret of a later one", async () => {
    await write(["the door opens with hunter2000", { note: "the door opens with hunter2000", password: "hunter2000" }]);
    expect(await whats()).toEqual([
      "the door opens with hunter2000",
      { note: "the door opens with [redacted]", password: "[redacted]" },
    ]);
  });

  it("redacts secrets by default, and only the owner may read the file", async () => {
    await write([{ password: "hunter2" }]);
    expect(await readFile(file, "utf8")).not.toContain("hunter2");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await write([{ password: "hunter2" }], file, { redact: false });
    expect(await readFile(file, "utf8")).toContain("hunter2");
  });

  it.each(["always", "never", { everyMs: 5 }] as const)(
    "has all in the file when it is flushed: fsync %j",
    async (fsync) => {
      const log = await openAuditLog(file, { fsync });
      for (const what of ["a", "b", "c"]) log.record(await look(what));
      await log.flush();
      expect(await whats()).toEqual(["a", "b", "c"]);
      const { head } = log;
      expect(await verifyAuditLog(file, { head })).toMatchObject({ ok: true, head });
      log.record(await look("d"));
      await log.close();
      expect(await verifyAuditLog(file, { head })).toMatchObject({ ok: true, records: 4 });
    },
  );

  it("leaves no timer when it is closed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const log = await openAuditLog(file, { fsync: { everyMs: 60_000 } });
      log.record(await look("a"));
      await log.close();
      expect(vi.getTimerCount()).toBe(0);
      await log.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it("survives a crash at any byte of the last line", async () => {
    await write(["first", "second"]);
    const before = (await readFile(file)).length;
    await write(["größer 🌍"]);
    const whole = await readFile(file);
    for (let end = before; end <= whole.length; end++) {
      const torn = join(folder, "torn.jsonl");
      await copyFile(file, torn);
      await truncate(torn, end);
      await write(["after"], torn);
      const isWhole = end >= whole.length - 1;
      expect(await whats(torn)).toEqual(
        isWhole ? ["first", "second", "größer 🌍", "after"] : ["first", "second", "after"],
      );
      expect((await verifyAuditLog(torn)).ok).toBe(true);
      if (end > before && !isWhole) {
        expect(await readFile(`${torn}.torn`)).toEqual(Buffer.concat([whole.subarray(before, end), Buffer.from("\n")]));
        await rm(`${torn}.torn`);
      } else {
        await expect(stat(`${torn}.torn`)).rejects.toThrow("ENOENT");
      }
    }
  });

  it("survives a crash that left nothing but the beginning of a first line, or bytes that were never written", async () => {
    await writeFile(file, '{"se');
    await write(["a"]);
    await appendFile(file, Buffer.alloc(100));
    await write(["b"]);
    expect(await whats()).toEqual(["a", "b"]);
    expect((await verifyAuditLog(file)).ok).toBe(true);
  });

  it("finds the end of long lines", async () => {
    await write(["x".repeat(300_000)]);
    await write(["y".repeat(70_000)]);
    await appendFile(file, `{"seq":3,${" ".repeat(200_000)}`);
    await write(["z"]);
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, records: 3 });
  });

  it.each(["notes\n", "notes", "{}\n", '{"seq":1}\n', "\n"])(
    "touches no file that is something else: %j",
    async (text) => {
      await writeFile(file, text);
      await expect(openAuditLog(file)).rejects.toMatchObject({
        code: "invalid_audit_log",
        message: expect.stringContaining(file),
      });
      expect(await readFile(file, "utf8")).toBe(text);
    },
  );

  it("says which file can't be opened", async () => {
    const path = join(folder, "no such folder", "a.jsonl");
    await expect(openAuditLog(path)).rejects.toThrow(`${path} can't be opened as an audit log`);
  });

  it.skipIf(!existsSync("/dev/full"))("reports records that can't be written, without failing a call", async () => {
    const told: [AuditLogError, readonly ActionReturn[]][] = [];
    const log = await openAuditLog("/dev/full", {
      onError: (error, unwritten) => {
        told.push([error, unwritten]);
        throw new Error("from the listener");
      },
    });
    log.record(await look("a"));
    await log.flush();
    for (const ret of [await look("b"), await look("c")]) log.record(ret);
    await log.close();
    log.record(await look("d"));
    expect(told.flatMap(([, unwritten]) => unwritten.map(({ args }) => args?.["what"]))).toEqual(["a", "b", "c", "d"]);
    expect(told.map(([error]) => error.message)).toEqual([
      "/dev/full: a record can't be written",
      "/dev/full: records can't be written",
      "/dev/full: the log is closed",
    ]);
    expect(told[0]?.[0].cause).toMatchObject({ code: "ENOSPC" });
  });

  it("continues after a write that failed halfway, and records how many records were lost", async () => {
    const told: unknown[] = [];
    const log = await openAuditLog(file, { fsync: "never", onError: ({ cause }) => void told.push(cause) });
    log.record(await look("a"));
    await log.flush();
    const full = new Error("no space left on device");
    const { writeSync } = fs;
    const halfway = vi
      .spyOn(fs, "writeSync")
      .mockImplementationOnce((to) => writeSync(to, '{"seq":2,"previous"'))
      .mockImplementationOnce(() => {
        throw full;
      });
    syncBuiltinESMExports();
    try {
      for (const ret of [await look("b"), await look("c")]) log.record(ret);
      await log.flush();
    } finally {
      halfway.mockRestore();
      syncBuiltinESMExports();
    }
    log.record(await look("d"));
    await log.close();
    expect(told).toEqual([full]);
    expect((await records()).map(({ seq, lost, actionReturn }) => [seq, lost, actionReturn.args?.["what"]])).toEqual([
      [1, undefined, "a"],
      [2, 2, "d"],
    ]);
    expect((await verifyAuditLog(file)).ok).toBe(true);
  });

  it("tells of an fsync that failed, and tries again", async () => {
    const told: [unknown, readonly ActionReturn[]][] = [];
    const log = await openAuditLog(file, {
      fsync: "always",
      onError: ({ cause }, unwritten) => void told.push([cause, unwritten]),
    });
    const broken = new Error("i/o error");
    const sync = vi.spyOn(await fileHandle(), "datasync").mockRejectedValueOnce(broken);
    try {
      log.record(await look("a"));
      await log.flush();
      expect(told).toEqual([[broken, []]]);
      expect(sync).toHaveBeenCalledTimes(2);
    } finally {
      sync.mockRestore();
    }
    await log.close();
    expect(await whats()).toEqual(["a"]);
  });

  it.each([
    ["always", 1, 1],
    ["never", 0, 0],
    [{ everyMs: 1000 }, 0, 1],
  ] as const)("makes what is written stay when its policy says: %j", async (fsync, atOnce, later) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const log = await openAuditLog(file, { fsync });
    const sync = vi.spyOn(await fileHandle(), "datasync");
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    try {
      log.record(await look("a"));
      await turn();
      expect(sync).toHaveBeenCalledTimes(atOnce);
      vi.advanceTimersByTime(1000);
      await turn();
      expect(sync).toHaveBeenCalledTimes(later);
    } finally {
      sync.mockRestore();
      vi.useRealTimers();
      await log.close();
    }
  });

  it("records in the next record how many were lost", async () => {
    const told: unknown[] = [];
    const log = await openAuditLog(file, {
      redact: false,
      onError: (_error, unwritten) => void told.push(...unwritten),
    });
    const good = await look("a");
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const bad: ActionReturn = { ...good, args: circle as ActionReturn["args"] };
    for (const ret of [good, bad, bad, good, good]) log.record(ret);
    await log.close();
    expect(told).toEqual([bad, bad]);
    expect((await records()).map(({ seq, lost }) => [seq, lost])).toEqual([
      [1, undefined],
      [2, 2],
      [3, undefined],
    ]);
    expect((await verifyAuditLog(file)).ok).toBe(true);
  });
});

describe("verifyAuditLog", () => {
  async function tamper(change: (lines: string[]) => void): Promise<readonly string[]> {
    await write(["a", "b", "c", "d"]);
    const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1);
    change(lines);
    await writeFile(file, lines.map((line) => `${line}\n`).join(""));
    return (await verifyAuditLog(file)).issues.map(({ message }) => message);
  }

  const broken = "the line before it is not the one that it was written after";

  it.each<[string, (lines: string[]) => void, string[]]>([
    ["nothing", () => undefined, []],
    ["a changed line", (lines) => lines.splice(1, 1, String(lines[1]).replace('"b"', '"x"')), [`line 3: ${broken}`]],
    ["a line taken out", (lines) => lines.splice(1, 1), [`line 2: ${broken}`]],
    ["the first taken out", (lines) => lines.shift(), [`line 1: ${broken}`]],
    ["a line put in", (lines) => lines.splice(1, 0, String(lines[3])), [`line 2: ${broken}`, `line 3: ${broken}`]],
    [
      "two lines swapped",
      (lines) => lines.splice(1, 2, ...lines.slice(1, 3).reverse()),
      [2, 3, 4].map((line) => `line ${line}: ${broken}`),
    ],
    [
      "another number",
      (lines) => lines.splice(3, 1, String(lines[3]).replace('"seq":4', '"seq":5')),
      ["line 4: its number must be 4 (got 5)"],
    ],
    [
      "another text",
      (lines) => lines.splice(2, 1, "hello"),
      ["line 3: it is not an audit record", `line 4: ${broken}`],
    ],
  ])("finds %s", async (_what, change, messages) => {
    expect(await tamper(change)).toEqual(messages);
  });

  it("reports an incomplete last line, and accepts an empty log", async () => {
    await writeFile(file, "");
    expect(await verifyAuditLog(file)).toEqual({
      ok: true,
      records: 0,
      head: { seq: 0, hash: "0".repeat(64) },
      issues: [],
    });
    await write(["a", "b"]);
    await truncate(file, (await stat(file)).size - 10);
    expect(await verifyAuditLog(file)).toMatchObject({
      ok: false,
      records: 1,
      issues: [{ code: "incomplete_line", message: "line 2: it has no line feed at its end" }],
    });
  });

  it("detects a changed or removed end by a stored head", async () => {
    await write(["a", "b"]);
    const { head } = await verifyAuditLog(file);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace(/"b"(?!.*"b")/s, '"x"'));
    expect((await verifyAuditLog(file)).ok).toBe(true);
    expect((await verifyAuditLog(file, { head })).issues).toMatchObject([{ code: "changed_head" }]);
    await writeFile(file, text.slice(0, text.indexOf("\n") + 1));
    expect((await verifyAuditLog(file, { head })).issues.map(({ message }) => message)).toEqual([
      "line 1: record 2 is missing",
    ]);
  });

  it("finds any byte that was changed, by the head", async () => {
    await write(["a", "b", { c: "d" }]);
    const bytes = await readFile(file);
    const { head } = await verifyAuditLog(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at] = ((changed[at] ?? 0) + by) % 256;
        await writeFile(file, changed);
        expect((await verifyAuditLog(file, { head })).ok).toBe(false);
      }),
    );
  });

  it("throws when there is no file", async () => {
    await expect(verifyAuditLog(join(folder, "none"))).rejects.toThrow("ENOENT");
  });
});
