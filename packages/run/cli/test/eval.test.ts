import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "./helve.ts";

const module = fileURLToPath(new URL("fixtures/evals.ts", import.meta.url));

describe("helve eval", () => {
  it("prints the progress, the results and the log", async () => {
    const folder = folderWith();
    const { code, out, err } = await helve(["eval", `${module}#sums`], folder);
    expect(code).toBe(0);
    expect(out).toMatch(/^match {2}accuracy {2}0\.5 {2}0\.095 to 0\.905 \(95 %, Wilson\) {2}2 samples$/m);
    expect(err).toMatch(/^2 of 2 samples, [\d,]+ tokens, \d+ ms$/m);
    const log = out.trim().split("\n").at(-1) ?? "";
    expect(log).toMatch(/^logs\/.*_sums_[0-9a-f]{8}\.jsonl$/);
    expect(existsSync(join(folder, log))).toBe(true);
  });

  it("writes the progress in one line on a terminal", async () => {
    const { err } = await helve(["eval", `${module}#sums`], folderWith(), "", { isLive: true });
    const lines = err.split("\r\u001B[2K");
    expect(lines.at(-2)).toMatch(/^2 of 2 samples, [\d,]+ tokens, \d+ ms$/);
    expect(lines.at(-1)).toBe("");
    expect(err).not.toContain("\n");
  });

  it("takes a model, a limit, epochs, threads and a folder, and prints JSON", async () => {
    const folder = folderWith();
    const args = [
      "--model",
      `${module}#two`,
      "--limit",
      "1",
      "--epochs",
      "3",
      "--max-samples",
      "2",
      "--log",
      "out",
      "--json",
    ];
    const { code, out, err } = await helve(["eval", `${module}#sums`, ...args], folder);
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({ status: "success", results: { total: 3, succeeded: 3 } });
    expect(globSync("out/*.jsonl", { cwd: folder })).toHaveLength(1);
  });

  it("exits with 1 if samples failed, and prints their errors on one line without control characters", async () => {
    const { code, err } = await helve(["eval", `${module}#broken`], folderWith());
    expect(code).toBe(1);
    expect(err).toContain("sample 1, epoch 1: no answer\\u{1b}[31m\n");
  });

  it("goes on with a run that was interrupted", async () => {
    const folder = folderWith();
    await helve(["eval", `${module}#sums`], folder);
    const [log = ""] = globSync("logs/*.jsonl", { cwd: folder });
    const text = readFileSync(join(folder, log), "utf8");
    writeFileSync(join(folder, log), text.slice(0, text.indexOf('{"type":"sample_end"')));
    const { code, out } = await helve(["eval", "--resume", log, "--json"], folder);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ log, results: { total: 2, succeeded: 2 } });
    const refused = await helve(["eval", "--resume", log, "--epochs", "2"], folder);
    expect([refused.code, refused.err]).toEqual([2, "helve: --epochs can't be changed when a run is resumed\n"]);
  });

  it("exits with 130 if it is interrupted, and says how to go on", async () => {
    const controller = new AbortController();
    controller.abort();
    const { code, err } = await helve(["eval", `${module}#sums`], folderWith(), "", { signal: controller.signal });
    expect(code).toBe(130);
    expect(err).toMatch(/To go on: helve eval --resume logs\/.*\.jsonl\n$/);
  });

  it("writes the report of a log", async () => {
    const folder = folderWith();
    await helve(["eval", `${module}#sums`], folder);
    const [log = ""] = globSync("logs/*.jsonl", { cwd: folder });
    const page = log.replace("jsonl", "html");
    expect(await helve(["eval", "view", log], folder)).toMatchObject({ code: 0, out: `${page}\n`, err: "" });
    expect(readFileSync(join(folder, page), "utf8")).toContain("<title>sums · two</title>");
    expect((await helve(["eval", "view", log, "--out", "-"], folder)).out).toMatch(/^<!doctype html>/);
  });

  it.each([
    [["eval"], "TASK is missing: name a module, such as evals/math.ts#sums"],
    [["eval", `${module}#sum`], 'exports no task "sum" (did you mean "sums"?)'],
    [["eval", `${module}#sums`, "--limit", "few"], "limit must be a whole number above 0 (got NaN)"],
    [["eval", "view", "missing.jsonl"], "ENOENT"],
    [["eval", "missing.ts"], "missing.ts"],
  ] as const)("exits with 2 for %j", async (args, message) => {
    const { code, err } = await helve(args, folderWith());
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
