import { memorySandbox } from "@helve/sandbox/memory";
import { build, type Plugin } from "esbuild";
import { describe, expect, it } from "vitest";

/** Stands in for `node:zlib`, which just-bash needs for gzip only. */
const withoutZlib: Plugin = {
  name: "without zlib",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:zlib$/ }, ({ path }) => ({ path, namespace: "stand-in" }));
    bundler.onLoad({ filter: /.*/, namespace: "stand-in" }, () => ({
      contents: "export const constants = {}, gunzipSync = undefined, gzipSync = undefined;",
    }));
  },
};

describe("memorySandbox", () => {
  it("has the files and variables of its options", async () => {
    await using sandbox = await memorySandbox({
      files: { "a/b.txt": "text", "/etc/own": new Uint8Array([0, 255]) },
      env: { GREETING: "hello" },
    });
    expect((await sandbox.exec(["sh", "-c", "echo $GREETING; cat a/b.txt; pwd"])).stdout).toBe(
      "hello\ntext/workspace\n",
    );
    expect(await sandbox.readBytes("/etc/own")).toEqual(new Uint8Array([0, 255]));
  });

  it("reaches neither programs nor files of the machine", async () => {
    await using sandbox = await memorySandbox();
    expect((await sandbox.exec([process.execPath, "--version"])).exitCode).toBe(127);
    await expect(sandbox.readFile(import.meta.filename)).rejects.toMatchObject({ code: "not_found" });
    expect((await sandbox.exec(["curl", "http://localhost"])).success).toBe(false);
  });

  it("refuses a range that it would cut", async () => {
    await using sandbox = await memorySandbox();
    const run = (command: string) => sandbox.exec(["sh", "-c", command]);
    expect(await run("echo {1..10001} | wc -w")).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: "sh: {1..10001}: a range can have at most 10000 items in the memory sandbox\n",
    });
    expect((await run("echo {1..10000} | wc -w; echo {10..100000..10} | wc -w; echo '{1..99999}'")).stdout).toBe(
      "10000\n10000\n{1..99999}\n",
    );
  });

  it("is bundled for a browser with nothing of Node but a stand-in for node:zlib, and runs", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { memorySandbox } from "@helve/sandbox/memory";
          const sandbox = await memorySandbox({ files: { a: "b\\nc\\n" } });
          export const result = await sandbox.exec(["sort", "-r", "a"]);`,
        resolveDir: import.meta.dirname,
      },
      ...{ bundle: true, write: false, format: "esm", platform: "browser", logLevel: "silent" },
      conditions: ["@helve/source", "browser", "module"],
      plugins: [withoutZlib],
    });
    const code = outputFiles[0]?.text ?? "";
    const { result } = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
    expect(result).toMatchObject({ success: true, stdout: "c\nb\n" });
  });
});
