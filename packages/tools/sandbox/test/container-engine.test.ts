import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { containerSandbox, removeLeftoverContainers } from "@helve/sandbox/node";
import { describe, expect, it } from "vitest";
import { currentOwner } from "../src/node/owner.ts";
import { endedOwner } from "./ended-owner.ts";
import { fakeEngine } from "./fake-engine.ts";

describe("an engine that does not answer", () => {
  it("is unavailable", async () => {
    fakeEngine("exec sleep 600");
    const removed = removeLeftoverContainers({ engineTimeout: 50 });
    await expect(removed).rejects.toMatchObject({
      code: "unavailable",
      message: "docker ps did not end within 0.05 s",
    });
  });

  it("is unavailable also if its children hold its output open", async () => {
    fakeEngine("sleep 600 & wait");
    const created = containerSandbox({ image: "x", engineTimeout: 50 });
    await expect(created).rejects.toMatchObject({
      code: "unavailable",
      message: "docker run did not end within 0.5 s",
    });
  });
});

describe("the ports of a container", () => {
  it("are those of the container that a snapshot was restored in", async () => {
    const count = join(mkdtempSync(join(tmpdir(), "helve-engine-")), "count");
    fakeEngine(`if [ "$1" = run ]; then echo x >> "${count}"; fi
if [ "$1" = port ]; then echo "127.0.0.1:4000$(wc -l < "${count}" | tr -d ' ')"; fi`);
    await using sandbox = await containerSandbox({ image: "x", ports: [80], network: "bridge" });
    expect(sandbox.ports).toEqual([{ port: 80, host: "127.0.0.1", hostPort: 40_001 }]);
    await sandbox.restore(await sandbox.snapshot());
    expect(sandbox.ports).toEqual([{ port: 80, host: "127.0.0.1", hostPort: 40_002 }]);
  });
});

describe("removeLeftoverContainers", () => {
  it("removes the containers of processes that have ended, and no others", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "helve-engine-")), "log");
    writeFileSync(log, "");
    fakeEngine(`case "$1" in
ps) printf 'dead\\nlive\\nother\\n' ;;
inspect) printf '%s\\n' '${endedOwner()}' '${currentOwner()}' '4711' ;;
rm) echo "$*" >> "${log}" ;;
esac`);
    expect(await removeLeftoverContainers()).toEqual(["dead"]);
    expect(readFileSync(log, "utf8")).toBe("rm --force --volumes dead\n");
  });
});
