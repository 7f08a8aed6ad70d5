import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRuleFile, type WatchedReport, watchTests } from "@helve/rule-tests/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const rules = "rule @r trigger Gmail.SendEmail check enforce stop end\n";
const passing = 'test "a mail" when Gmail.SendEmail() expect stop by @r end\n';
const failing = 'test "a mail" when Gmail.SendEmail() expect allow end\n';

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rule-tests-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("readRuleFile", () => {
  it("joins rules with the tests beside them, whichever file is given", () => {
    const rulesPath = write("a.agentspec", rules);
    const testsPath = write("a.test.agentspec", passing);
    for (const path of [rulesPath, testsPath]) {
      const { program, files } = readRuleFile(path);
      expect(program.rules.map(({ name }) => name)).toEqual(["r"]);
      expect(program.tests?.map(({ name }) => name)).toEqual(["a mail"]);
      expect(files).toEqual([rulesPath, testsPath]);
    }
  });

  it("reads tests in the file of their rules", () => {
    expect(readRuleFile(write("b.agentspec", rules + passing)).program.tests).toHaveLength(1);
  });

  it("says where the rules of a file of tests should be", () => {
    expect(() => readRuleFile(write("c.test.agentspec", passing))).toThrow(
      /c\.test\.agentspec has tests and no rules: .*c\.agentspec$/,
    );
  });
});

describe("watchTests", () => {
  it("runs the tests again when the tests or the rules change, until it is aborted", async () => {
    const rulesPath = write("w.agentspec", rules);
    write("w.test.agentspec", failing);
    const controller = new AbortController();
    const reports: WatchedReport[] = [];
    const watching = watchTests([rulesPath], { predicates: [], signal: controller.signal }, (report) => {
      reports.push(report);
      if (reports.length === 1) write("w.test.agentspec", passing);
      else if (reports.length === 2) write("w.agentspec", "rule");
      else controller.abort();
    });
    await watching;
    const results = reports.map((run) => ("report" in run ? run.report.failed : "error"));
    expect(results).toEqual([1, 0, "error"]);
  });
});
