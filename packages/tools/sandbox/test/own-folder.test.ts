import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrapDoctor, bubblewrapSandbox, localSandbox } from "@helve/sandbox/node";
import { describe, expect, it, onTestFinished } from "vitest";

const hasBubblewrap = (await bubblewrapDoctor()).problems.length === 0;

function project(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "project-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "notes.txt"), "tea");
  return folder;
}

describe.each([
  ["localSandbox", localSandbox, true],
  ["bubblewrapSandbox", bubblewrapSandbox, hasBubblewrap],
] as const)("%s in a folder of the machine", (_, create, isPossible) => {
  it.skipIf(!isPossible)("works on its files by their own paths, and leaves them when it is closed", async () => {
    const folder = project();
    const sandbox = await create({ folder });
    expect(sandbox.workingDirectory).toBe(folder);
    const { stdout } = await sandbox.exec(["sh", "-c", "pwd; cat notes.txt; echo new > made.txt"]);
    expect(stdout).toBe(`${folder}\ntea`);
    await sandbox.writeFile("deep/written.txt", "x");
    await sandbox.close();
    expect(readFileSync(join(folder, "made.txt"), "utf8")).toBe("new\n");
    expect(existsSync(join(folder, "deep/written.txt"))).toBe(true);
  });

  it.skipIf(!isPossible)("has no snapshots, which would replace the files of somebody else", async () => {
    await using sandbox = await create({ folder: project() });
    expect(sandbox.capabilities.snapshots).toBe(false);
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: "unsupported" });
    await expect(sandbox.restore({ kind: sandbox.kind, id: "x" })).rejects.toMatchObject({ code: "unsupported" });
  });

  it.skipIf(!isPossible)("refuses what is no folder, and the root", async () => {
    const link = join(project(), "root");
    symlinkSync("/", link);
    for (const folder of ["relative", "/no/such/folder", "/etc/passwd", "/", link]) {
      await expect(create({ folder })).rejects.toThrow(
        `"folder" must be the absolute path of a directory (got ${folder})`,
      );
    }
  });
});
