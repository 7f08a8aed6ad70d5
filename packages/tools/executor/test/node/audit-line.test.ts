import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionReturn, Guard, Verdict } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { openAuditLog, verifyAuditLog } from "@helve/executor/node";
import { tool } from "@helve/tool";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AuditContent, auditRecordIn } from "../../src/audit-record.ts";
import { emptyHead, lineHash, nextAuditLine, withReference } from "../../src/node/audit-line.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-line-"));
afterAll(() => rmSync(folder, { recursive: true }));

const place = { seq: 1, previous: emptyHead.hash, at: "2026-01-02T03:04:05.000Z" };

function lineOf(actionReturn: object): string {
  const content = { actionReturn: actionReturn as ActionReturn };
  const written: AuditContent = withReference(content);
  return nextAuditLine(emptyHead, { ...written, at: place.at, lost: 0 }).line;
}

describe("a line of an audit log", () => {
  const verdict = fc.record({ kind: fc.string(), reason: fc.string(), decision: fc.jsonValue() });
  const listed = fc.tuple(fc.array(verdict, { maxLength: 4 }), fc.array(verdict, { maxLength: 3 }), fc.nat());
  const actionReturn = fc
    .tuple(
      listed,
      fc.constantFrom("same", "same", "same", "copy", "other", "null"),
      verdict,
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    .map(([[verdicts, after, which], relation, other, args]) => {
      const all = [...verdicts, ...after];
      const chosen = all.length === 0 ? null : (all[which % all.length] ?? null);
      const related = { same: chosen, copy: structuredClone(chosen), other, null: null }[relation];
      return { id: "1", args, verdict: related, stages: { guard: { verdicts, after, action: null } }, duration: 1 };
    });

  it("is read as the record that was written, whether the verdict is one of the guards' or not", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          actionReturn,
          actionReturn.map(({ stages, ...rest }) => ({ ...rest, stages: {} })),
        ),
        (value) => {
          expect(auditRecordIn(lineOf(value))).toEqual({ ...place, actionReturn: JSON.parse(JSON.stringify(value)) });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is read if it repeats the verdict, as lines of earlier versions do", () => {
    fc.assert(
      fc.property(actionReturn, (value) => {
        const record = { ...place, actionReturn: JSON.parse(JSON.stringify(value)) };
        expect(auditRecordIn(JSON.stringify(record))).toEqual(record);
        expect(auditRecordIn(Buffer.from(JSON.stringify(record)))).toEqual(record);
      }),
    );
  });

  it("has no secret in the verdict it refers to, and the chain of hashes is that of the lines", async () => {
    const decision: Verdict["decision"] = { passes: [] };
    const guards: readonly Guard[] = [
      { before: async (action) => ({ kind: "allow", action, decision }) },
      {
        before: async (action) => ({ kind: "allow", action, decision }),
        after: async () => ({ kind: "stop", reason: "password=hunter2hunter2", decision }),
      },
    ];
    const look = tool({ name: "look", description: "Look.", parameters: z.object({}), execute: () => "seen" });
    const executor = new ActionExecutor([look], { guards });
    const path = join(folder, "audit.jsonl");
    const log = await openAuditLog(path, { fsync: "never" });
    for (const id of ["1", "2"]) log.record(await executor.execute({ id, name: "look", arguments: {} }));
    await log.close();
    expect(await verifyAuditLog(path, { head: log.head })).toMatchObject({ ok: true, records: 2 });
    const [first = "", second = ""] = readFileSync(path, "utf8").split("\n");
    expect(JSON.parse(first).actionReturn.verdict).toEqual({ in: "after", index: 0 });
    expect(auditRecordIn(second)).toMatchObject({
      previous: lineHash(first),
      actionReturn: { id: "2", verdict: { kind: "stop", reason: "password=[redacted]" } },
    });
    expect(first).not.toContain("hunter2");
  });
});
