import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { runtimeSandbox } from "@helve/sandbox/node";
import { expect, it } from "vitest";
import { runtime } from "../environments.ts";
import { testConformance } from "../test-conformance.ts";

testConformance(runtime);

it.runIf(runtime.missing === undefined)(
  "keeps commands away from home directories, other folders and the network",
  async () => {
    await using sandbox = await runtimeSandbox();
    const home = await sandbox.exec(["ls", "-A", homedir()]);
    expect(home.stdout).toBe("");
    const outside = `/var/tmp/helve-${crypto.randomUUID()}`;
    expect((await sandbox.exec(["touch", outside])).success).toBe(false);
    expect(existsSync(outside)).toBe(false);
    expect((await sandbox.exec(["curl", "-sS", "--max-time", "5", "http://example.org/"])).stdout).not.toContain(
      "Example",
    );
  },
);

it.runIf(runtime.missing === undefined)("says why the proxy closes a tunnel of plain HTTP", async () => {
  const server = createServer((_, response) => response.end("ok"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  try {
    await using sandbox = await runtimeSandbox({
      network: {
        allow: [],
        credentials: [{ urls: [`${origin}/v1/*`], headers: { authorization: "Bearer 5f2a91c07be3" } }],
      },
      readOnly: [dirname(dirname(process.execPath))],
      env: { NO_PROXY: "", no_proxy: "" },
    });
    const code = `fetch("${origin}/v1/a").catch(() => console.log("failed"))`;
    const { stdout, stderr } = await sandbox.exec([process.execPath, "-e", code]);
    expect(stdout).toBe("failed\n");
    expect(stderr).toContain(`[the proxy closed the tunnel to ${origin.slice(7)}: it was plain HTTP`);
    expect(await sandbox.exec(["curl", "-sS", `${origin}/v1/a`])).toMatchObject({ stdout: "ok", stderr: "" });
  } finally {
    server.close();
  }
});
