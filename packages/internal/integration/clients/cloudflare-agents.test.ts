import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedPackage } from "@helve/testing/cached-package";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";

const installed = await cachedPackage({ name: "miniflare", version: "4.20260730.0" });
const folder = mkdtempSync(join(tmpdir(), "helve-workerd-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The part of miniflare's API that is used. */
interface Miniflare {
  dispatchFetch(url: string): Promise<{ json(): Promise<unknown> }>;
  dispose(): Promise<void>;
}

/** Starts workerd with the objects, which keep their storage in the folder. */
async function start(storage: string): Promise<Miniflare> {
  if ("missing" in installed) throw new Error(installed.missing);
  const miniflare = createRequire(join(installed.folder, "package.json"))("miniflare") as {
    readonly Miniflare: new (options: object) => Miniflare;
  };
  return new miniflare.Miniflare({
    modules: [{ type: "ESModule", path: "bank.mjs", contents: readFileSync(await bundled, "utf8") }],
    compatibilityDate: "2026-07-01",
    compatibilityFlags: ["nodejs_compat"], // for agents itself
    durableObjects: {
      TOOLS: { className: "ToolsBank", useSQLite: true },
      GUARD: { className: "GuardBank", useSQLite: true },
    },
    durableObjectsPersist: storage,
    cf: false,
    telemetry: { enabled: false },
  });
}

const bundled = (async () => {
  const outfile = join(folder, "bank.mjs");
  await build({
    entryPoints: [new URL("workerd/bank.ts", import.meta.url).pathname],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "esnext",
    conditions: ["@helve/source", "workerd"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "silent",
  });
  return outfile;
})();

describe.skipIf("missing" in installed)("a ThinkHarness in workerd", () => {
  it.each(["tools", "guard"])("asks, is evicted, and goes on with what it knew (%s)", async (kind) => {
    const storage = join(folder, kind);
    const get = async (worker: Miniflare, query: string) =>
      (await worker.dispatchFetch(`http://${kind}/?${query}`)).json();

    const first = await start(storage);
    expect(await get(first, "text=Pay+my+debts.")).toEqual({
      ran: [5],
      questions: [expect.stringContaining('May pay run with {"amount":80}?')],
      results: ["paid 5"],
    });
    await first.dispose();

    const second = await start(storage);
    expect(await get(second, "decision=edit&amount=60")).toEqual({
      ran: [60],
      questions: [],
      results: ["paid 5", "paid 60", expect.stringContaining("two payments only")],
    });
    await second.dispose();
  });
});
