import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

it.runIf(process.platform === "linux")("commands get no file that this process got from its parent", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "helve-descriptors-")), "secret");
  writeFileSync(file, "s3cret");
  const descriptor = openSync(file, "r");
  const script = `
    import { spawnSync } from "node:child_process";
    import { localSandbox } from "@helve/sandbox/node";
    const argv = ["cat", "/proc/self/fd/40", "/proc/self/fd/60"];
    await using sandbox = await localSandbox();
    const { stdout, stderr } = await sandbox.exec(argv);
    console.log(JSON.stringify([String(spawnSync("cat", argv.slice(1)).stdout), stdout, stderr]));`;
  const stdio = Array.from({ length: 61 }, (_, index) =>
    index === 40 || index === 60 ? descriptor : ("ignore" as const),
  );
  const child = spawn(process.execPath, ["--conditions=@helve/source", "--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit", ...stdio.slice(3)],
  });
  closeSync(descriptor);
  expect(JSON.parse(await text(child.stdout as NodeJS.ReadableStream))).toEqual(["s3crets3cret", "", ""]);
});
