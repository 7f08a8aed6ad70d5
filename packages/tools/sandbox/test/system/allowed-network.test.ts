import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bubblewrapSandbox } from "@helve/sandbox/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bubblewrap } from "../environments.ts";

const programs = ["socat", "curl", "rg"].filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
const missing = bubblewrap.missing ?? (programs.length > 0 ? `${programs.join(", ")} is missing` : undefined);

it.runIf(missing !== undefined)(`a network with allowed hosts is not tested: ${missing}`, ({ skip }) => skip(missing));

describe.runIf(missing === undefined)("a network with allowed hosts", () => {
  const server = createServer((request, response) => response.end(`hello ${request.url}`));
  let address: string;

  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    address = `localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  /** The output of curl and its exit code; without `noproxy`, local names would not go to the proxy. */
  const curl = (...args: readonly string[]) => ["curl", "-sS", "--max-time", "10", "--noproxy", "none", ...args];

  it("reaches the hosts, and no others", async () => {
    await using sandbox = await bubblewrapSandbox({ network: { allow: ["localhost"] } });
    expect(sandbox.description).toContain("with network to localhost only");
    expect((await sandbox.exec(curl(`http://${address}/a`))).stdout).toBe("hello /a");
    const other = await sandbox.exec(curl("-o", "/dev/null", "-w", "%{http_code}", "http://example.org/"));
    expect(other.stdout).toBe("403");
    expect((await sandbox.exec(curl("https://example.org/"))).exitCode).not.toBe(0);
    // Nothing goes around the proxy.
    const direct = await sandbox.exec(["curl", "-sS", "--noproxy", "*", "--max-time", "5", `http://${address}/a`]);
    expect(direct.exitCode).not.toBe(0);
    // Files need no network.
    await sandbox.writeFile("a", "1");
    expect(await sandbox.readFile("a")).toBe("1");
  });

  it("is the same list for all sandboxes that are open", async () => {
    const one = await bubblewrapSandbox({ network: { allow: ["localhost", "example.org"] } });
    await using two = await bubblewrapSandbox({ network: { allow: ["example.org", "localhost"] } });
    const third = bubblewrapSandbox({ network: { allow: ["example.com"] } });
    await expect(third).rejects.toMatchObject({ code: "unsupported", message: expect.stringContaining("other hosts") });
    await one.close();
    expect((await two.exec(curl(`http://${address}/b`))).stdout).toBe("hello /b");
    await two.close();
    await using other = await bubblewrapSandbox({ network: { allow: ["example.com"] } });
    expect((await other.exec(curl("-o", "/dev/null", "-w", "%{http_code}", `http://${address}/`))).stdout).toBe("403");
  });
});
