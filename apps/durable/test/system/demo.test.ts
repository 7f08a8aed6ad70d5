import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { postgresPrograms } from "@helve/testing/postgres-server";
import { describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const why =
  postgresPrograms === undefined ? " (skipped: PostgreSQL is not installed, see apt-get install postgresql)" : "";

/** Runs the demo with options. */
function demo(...options: readonly string[]) {
  const program = ["--conditions=@helve/source", "--no-warnings", main, ...options];
  return spawnSync(process.execPath, program, { encoding: "utf8" });
}

describe.skipIf(postgresPrograms === undefined)(`the durable demo${why}`, () => {
  it("loses nothing and makes nothing twice although workers are killed and the database restarts", () => {
    const { status, stdout } = demo("--runs", "12", "--calls", "12", "--kills", "3");
    expect(stdout).toMatch(/^payments made +141$/m);
    expect(stdout).toMatch(/^workers killed +3$/m);
    expect(stdout).toMatch(/^restarts of the database +1$/m);
    expect({ status, stdout }).toMatchObject({ status: 0 });
  });
});

it("explains an invalid option", () => {
  expect(demo("--kills", "many")).toMatchObject({ status: 2, stderr: expect.stringContaining("--kills") });
});
