// The official conformance suite of MCP (0.1.16), whose versions are 2025-06-18 and 2025-11-25.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { serveHttp } from "@helve/mcp/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { conformanceEndpoint } from "../node/conformance-server.ts";

const suite = join(
  dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"))),
  "dist/index.js",
);

/** The scenarios that do not apply, with the reason. */
const left = {
  server: [
    ["the deprecated logging is no part of an endpoint", "logging-set-level", "tools-call-with-logging"],
    ["sampling is no part of an endpoint", "tools-call-sampling"],
    [
      "only guards ask persons, by a form of their own",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
    ],
    [
      "an endpoint has no resources",
      "resources-list",
      "resources-read-text",
      "resources-read-binary",
      "resources-templates-read",
    ],
    ["an endpoint has no resources", "resources-subscribe", "resources-unsubscribe"],
    [
      "an endpoint has no prompts",
      "prompts-list",
      "prompts-get-simple",
      "prompts-get-with-args",
      "completion-complete",
    ],
    ["an endpoint has no prompts", "prompts-get-embedded-resource", "prompts-get-with-image"],
  ],
  client: [
    ["the questions of servers are not passed on", "elicitation-sep1034-client-defaults"],
    ["a server is authenticated by the headers of its configuration, not by OAuth", "auth/*"],
  ],
};

/** Runs the suite, and returns its exit code with what it printed. */
async function conformance(args: readonly string[]) {
  const child = spawn(process.execPath, [suite, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, printed: out + err };
}

/** The scenarios of the suite that apply, as the suite lists them itself. */
async function scenarios(side: "server" | "client"): Promise<readonly string[]> {
  const { printed } = await conformance(["list"]);
  const [server = "", client = ""] = printed.split("Client scenarios");
  const listed = [...(side === "server" ? server : client).matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
  const others = new Set(left[side].flatMap(([, ...names]) => names));
  return listed.filter((name) => !others.has(name) && !(name.startsWith("auth/") && others.has("auth/*")));
}

const serverScenarios = await scenarios("server");
const clientScenarios = await scenarios("client");

describe("the conformance suite", () => {
  it.each(serverScenarios)("accepts the server in the scenario %s", async (scenario) => {
    const { url, close } = await serveHttp(conformanceEndpoint());
    onTestFinished(close);
    const { code, printed } = await conformance(["server", "--url", url, "--scenario", scenario]);
    expect([code, printed]).toEqual([0, expect.stringMatching(/ 0 failed/)]);
  });

  it.each(clientScenarios)("accepts the client in the scenario %s", async (scenario) => {
    const program = fileURLToPath(new URL("conformance-client.ts", import.meta.url));
    const command = `${process.execPath} --conditions=@helve/source --no-warnings ${program}`;
    const { code, printed } = await conformance(["client", "--command", command, "--scenario", scenario]);
    expect([code, printed]).toEqual([0, expect.stringMatching(/ 0 failed/)]);
  });
});
