import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@helve/server/node";
import { cachedPackage } from "@helve/testing/cached-package";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { callEverything } from "./runtimes/calling.ts";
import { host } from "./runtimes/serving.ts";
import { bundles, type Runtime, runtimes } from "./runtimes/start.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-runtimes-"));
afterAll(() => rmSync(folder, { recursive: true }));
const bundled = await bundles(folder);

/** An address of this machine where a server has been. */
async function closedAddress(): Promise<string> {
  const server = await serve(host, { port: 0 });
  await server.close();
  return server.url;
}

const key = "key-of-ann";
const expected = {
  called: { result: 3 },
  streamed: [{ result: 1 }, { result: 2 }, { result: 3 }],
  decoded: [{ type: "json", content: 3 }],
  stopped: ["call_failed", 403],
  unknown: ["call_failed", 405],
  wrongKey: ["unauthorized", 401],
  unreachable: "no_access",
  nextAddress: { result: 4 },
  nextAddressOfRepeatable: { result: 4 },
  aborted: "enough",
};

/** Whether a worker had a connection is unknown, so that a call that may have been sent is not sent again. */
const expectedOf = (runtime: Runtime) =>
  runtime.name === "Cloudflare Workers" ? { ...expected, nextAddress: "no_access" } : expected;

for (const runtime of runtimes) {
  const cached = await cachedPackage(runtime.install);
  describe(`${runtime.name} (${runtime.install.name} ${runtime.install.version})`, () => {
    if ("missing" in cached) {
      it.skip(`is not tested: ${cached.missing}`);
      return;
    }
    const installed = runtime.in(cached.folder);

    it("serves, as the default export of a module", async () => {
      const server = await installed.serve(bundled.serving);
      onTestFinished(() => server.stop());
      const target = { url: `${server.url}/opentool`, key, nowhere: await closedAddress() };
      expect(await callEverything(target)).toEqual(expected);
    });

    it("calls", async () => {
      const server = await serve(host, { port: 0, keys: { ann: key } });
      onTestFinished(() => server.close({ timeout: 0 }));
      const printed = await installed.call(bundled, { url: server.url, key, nowhere: await closedAddress() });
      expect(JSON.parse(printed)).toEqual(expectedOf(runtime));
    });
  });
}
