import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { containerSandbox, removeLeftoverContainers } from "@helve/sandbox/node";
import { describe, expect, it } from "vitest";
import { container, podman, testImage } from "../environments.ts";

describe("an engine that is missing", () => {
  it("is unavailable, with its name", async () => {
    const program = process.platform === "win32" ? "nerdctl.exe" : "nerdctl";
    const isInstalled = spawnSync(program, ["--version"]).status === 0;
    const created = containerSandbox({ engine: "nerdctl", image: "x" });
    await expect(created).rejects.toMatchObject({
      code: "unavailable",
      message: isInstalled ? expect.any(String) : "The program nerdctl was not found in PATH",
    });
  });
});

it.runIf(container.missing !== undefined)(`containers are not tested: ${container.missing}`, ({ skip }) =>
  skip(container.missing),
);

describe.runIf(container.missing === undefined)("a container", () => {
  it("has no network, and ends with its sandbox", async () => {
    const server = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const sandbox = await container.create();
    try {
      expect(sandbox.description).toContain("without network");
      expect((await sandbox.exec(["cat", "/proc/net/route"])).stdout.trim().split("\n")).toHaveLength(1);
      const { container: name = "" } = await sandbox.connection();
      expect(inspect(name)).toBe(0);
      await sandbox.close();
      expect(inspect(name)).not.toBe(0);
    } finally {
      server.close();
      await sandbox.close();
    }
  });

  it("is unavailable when something else removes it", async () => {
    await using sandbox = await container.create();
    const { container: name = "" } = await sandbox.connection();
    spawnSync(podman.engine, [...podman.engineOptions, "rm", "--force", "--time", "0", name]);
    await expect(sandbox.exec(["true"])).rejects.toMatchObject({ code: "unavailable" });
  });

  it("says what the engine says if the image is missing", async () => {
    const created = containerSandbox({ ...podman, image: "localhost/helve-no-such-image" });
    await expect(created).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("podman run"),
    });
  });

  it("is removed as a leftover after its process crashed, and not before", async () => {
    const script = `
      import { containerSandbox } from "@helve/sandbox/node";
      const sandbox = await containerSandbox(${JSON.stringify({ ...podman, ...testImage })});
      const { id } = await sandbox.snapshot();
      console.log((await sandbox.connection()).container + " " + id);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--conditions=@helve/source", "--input-type=module", "-e", script], {
      cwd: import.meta.dirname,
    });
    const [line] = await once(child.stdout, "data");
    const [name = "", snapshot = ""] = String(line).trim().split(" ");
    await removeLeftoverContainers(podman);
    expect([inspect(name), inspect(snapshot, "image")]).toEqual([0, 0]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await removeLeftoverContainers(podman)).not.toEqual([]);
    expect([inspect(name), inspect(snapshot, "image")]).toEqual([1, 1]);
  });
});

/** The exit code of the engine when it looks for a container or an image. */
function inspect(name: string, kind: "container" | "image" = "container"): number | null {
  return spawnSync(podman.engine, [...podman.engineOptions, kind, "exists", name]).status;
}
