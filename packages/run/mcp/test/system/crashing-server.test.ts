import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runs } from "@helve/testing/property-runs";
import { expect, it } from "vitest";
import { folderWith } from "../node/programs.ts";
import { gatewayWith, lineOf, scripted } from "../node/scripted-server.ts";

const count = runs(3000, 100_000);
const atOnce = 16;
/** The seed decides, with a call's id, how the call ends. The ids contain it, so that a failure shows it. */
const seed = runs(1, Date.now());

/** A number from 0 to 1 for a text and what it is for. */
const chanceOf = (text: string): number => Number.parseInt(hash("sha256", text, "hex").slice(0, 8), 16) / 2 ** 32;

/** A server that writes down each call, answers in any order, and sometimes ends before, while or after it runs one. */
const server = (file: string) =>
  scripted(
    `((fs) => (m) => {
      const chanceOf = (text) => Number.parseInt(require("node:crypto").hash("sha256", text, "hex").slice(0, 8), 16) / 2 ** 32;
      if (m.method === "initialize") return hello;
      if (m.method === "tools/list") return { tools: [{ name: "pay", inputSchema: { type: "object" } }] };
      if (m.method !== "tools/call") return m.id === undefined ? undefined : no;
      const { id } = m.params.arguments;
      const chance = chanceOf("end " + id);
      if (chance < 0.002) process.exit(1);
      fs.appendFileSync(process.argv.at(-1), id + "\\n");
      if (chance < 0.004) process.exit(1);
      const text = JSON.stringify({ jsonrpc: "2.0", id: m.id, result: { content: [{ type: "text", text: id }] } });
      setTimeout(() => {
        console.log(text);
        if (chance < 0.006) process.exit(1);
      }, chanceOf("pause " + id) * 10);
      return undefined;
    })(require("node:fs"))`,
    file,
  );

it("gets each result once, or says that nobody knows it, however often its server ends", async () => {
  const file = join(folderWith({ "ran.txt": "" }), "ran.txt");
  const config = { ...server(file), protocol: "2025-06-18" };
  const { client, events } = await gatewayWith({ s: config });
  const ends = { answered: 0, failed: 0, cancelled: 0 };
  const wrong: string[] = [];
  const answered: string[] = [];
  const pay = async (id: string): Promise<void> => {
    const controller = new AbortController();
    const isCancelled = chanceOf(`cancel ${id}`) < 0.02;
    if (isCancelled) setTimeout(() => controller.abort(), chanceOf(`late ${id}`) * 10);
    try {
      const line = lineOf(await client.callTool({ name: "pay", arguments: { id } }, { signal: controller.signal }));
      if (line === id) {
        ends.answered++;
        answered.push(id);
      } else {
        ends.failed++;
        if (!/nobody knows whether it has run|can't be reached|program/.test(line)) wrong.push(`${id}: ${line}`);
      }
    } catch (error) {
      ends.cancelled++;
      if (!controller.signal.aborted) wrong.push(`${id}: ${(error as Error).message}`);
    }
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await pay(`call-${seed}-${next++}`);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const ran = readFileSync(file, "utf8").trim().split("\n");
  const ids = new Set(ran);
  expect(wrong).toEqual([]);
  expect(ids.size).toBe(ran.length);
  expect(answered.filter((id) => !ids.has(id))).toEqual([]);
  expect(ends.answered + ends.failed + ends.cancelled).toBe(count);
  expect(events.filter(({ kind }) => kind === "lost").length).toBeGreaterThan(0);
  expect(ends.answered).toBeGreaterThan(count / 2);
}, 14_400_000);
