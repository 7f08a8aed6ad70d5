import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ActionReturn } from "@helve/core";
import { testedDemo } from "@helve/testing/demo";
import { describe, expect, it } from "vitest";
import { main } from "../src/command.ts";

const { run: demo, json, file } = testedDemo(main);

/** The JSON output of the demo: the action returns and verdicts, and the home at the end. */
async function jsonOf(...args: readonly string[]) {
  const { code, lines, summary } = await json(...args);
  expect(code).toBe(0);
  const objects: readonly { name: string }[] = summary.objects;
  return {
    returns: lines.filter((line) => line.stages !== undefined) as readonly ActionReturn[],
    verdicts: lines.flatMap(({ verdict, stages }) => (stages === undefined ? [verdict] : [])),
    home: Object.fromEntries(objects.map((thing) => [thing.name, thing])),
  };
}

/** A turn of the script with one call. */
function turn(name: string, args: object): string {
  return `${JSON.stringify({ tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }] })}\n`;
}

describe("the demo", () => {
  it("stops what is dangerous, and the robot then does it safely", async () => {
    const { returns, home } = await jsonOf();
    const stopped = returns.filter(({ status }) => status !== "success");
    expect(
      stopped.map(({ type, status, verdict }) => [
        type,
        status,
        verdict?.decision.passes.flatMap(({ enforcements }) => enforcements.map(({ rule }) => rule)),
      ]),
    ).toEqual([
      ["Household.put", "stopped", ["microwave_only_food_and_dishes"]],
      ["Household.turn_on", "stopped", ["microwave_ready"]],
      ["Household.pour", "stopped", ["pour_only_into_vessels"]],
      ["Household.turn_on", "stopped", ["light_away_from_fuel"]],
    ]);
    for (const { recoverable } of stopped) expect(recoverable).toBe("model");
    for (const { type } of stopped) {
      const later = returns.slice(returns.findIndex((each) => each.type === type && each.status === "stopped") + 1);
      expect(later.some((each) => each.type === type && each.status === "success")).toBe(true);
    }
    expect(home["Potato"]).toMatchObject({ in: "Plate", hot: true });
    expect(home["Plate"]).toMatchObject({ in: "DiningTable" });
    expect(home["HousePlant"]).toMatchObject({ wet: true });
    expect(home["Laptop"]).not.toMatchObject({ wet: true });
  });

  it("puts out the candle that the robot leaves burning", async () => {
    const { verdicts, home } = await jsonOf();
    expect(home["Candle"]).toMatchObject({ in: "DiningTable", on: false });
    expect(verdicts).toEqual([expect.objectContaining({ kind: "allow" })]);
    expect(verdicts[0].decision).toMatchObject({
      event: "agent_finish",
      passes: [{ enforcements: [{ rule: "put_out_candle", outcome: "invoked" }] }, { enforcements: [] }],
    });
  });

  it("does what is dangerous without these rules", async () => {
    const rules = await file("none.agentspec", "rule @none trigger any check enforce log end");
    const { returns, home } = await jsonOf("--rules", rules);
    expect(returns.filter(({ verdict }) => verdict?.kind === "stop")).toEqual([]);
    expect(home["Desk"]).toMatchObject({ wet: true });
  });

  it("prints the calls, the reasons of the rules, what is submitted and the home, without colors in a file", async () => {
    const { code, stdout, stderr } = await demo();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of [
      `asks Household-put {"receptacle": "Microwave",}`,
      "repaired trailing_comma",
      "rule @microwave_only_food_and_dishes (line 7) is violated: its check is true",
      `thing_holds_only("microwavable") is false: it is about the Plate at the Microwave, because of the Fork`,
      "stopped Household.put was stopped: rule @microwave_only_food_and_dishes",
      "submits Lunch is hot and on the table, the plant is watered, and the candle is lit.",
      "Candle in or on DiningTable: off",
    ]) {
      expect(stdout).toContain(line);
    }
    expect(stdout).not.toContain("\u001b");
  });

  it("runs with the rules and the script of the command line, and asks nobody without a terminal", async () => {
    const rules = await file("ask.agentspec", "rule @ask trigger Household.pick check enforce user_inspection end");
    const script = await file(
      "script.jsonl",
      turn("Household.pick", { object: "Laptop" }) + turn("submit", { answer: "I have it." }),
    );
    const { stdout } = await demo("--rules", rules, "--script", script);
    expect(stdout).toContain("it was rejected: there is no terminal to ask at");
    expect(stdout).toContain("Laptop in or on Desk\n");
  });

  it("shows where things are that the robot holds", async () => {
    const script = await file(
      "hold.jsonl",
      turn("Household.pick", { object: "Mug" }) + turn("submit", { answer: "I have it." }),
    );
    expect((await demo("--script", script)).stdout).toContain("Mug in or on the hand of the robot\n");
  });

  it("runs with a model behind an API", async () => {
    const requests: { readonly messages: readonly { readonly content: string }[] }[] = [];
    const answers = [turn("Household-find", { object: "Mug" }), turn("submit", { answer: "It is in the sink." })];
    const server = createServer(async (request: IncomingMessage, response) => {
      const message = JSON.parse(answers[requests.length] ?? "{}");
      requests.push(JSON.parse(await text(request)));
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ choices: [{ message: { role: "assistant", ...message }, finish_reason: "stop" }] }),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address() as AddressInfo;
      const { code, stdout } = await demo("--model", `http://127.0.0.1:${port}/v1#small`);
      expect(code).toBe(0);
      expect(stdout).toContain("result You stand at the Mug.");
      expect(stdout).toContain("submits It is in the sink.");
      expect(requests[0]?.messages.map(({ content }) => content).join()).toContain("Mug in or on Sink");
    } finally {
      server.close();
    }
  });

  it("refuses a broken script with its place, and runs nothing", async () => {
    const script = await file("broken.jsonl", '{"role": "assistant"}\n{"role": }');
    const { code, stdout, stderr } = await demo("--script", script);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${script}:2:10: not JSON`);
  });

  it("--help prints the options", async () => {
    const { stdout } = await demo("--help");
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    for (const [, option = ""] of readme.matchAll(/^\| `(--\w+)/gm)) expect(stdout).toContain(option);
  });
});
