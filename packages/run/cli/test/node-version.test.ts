import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nodeVersionProblem } from "../src/node-version.ts";

describe("nodeVersionProblem", () => {
  it.each(["22.18.0", "22.20.1", "23.0.0", "24.0.0", "100.1.2"])("accepts Node %s", (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined();
  });

  it.each(["18.20.0", "20.20.2", "22.9.0", "22.17.1"])(
    "refuses Node %s, and names the one that is needed",
    (version) => {
      const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
      const needed = engines.node.replace(">=", "");
      expect(nodeVersionProblem(version)).toContain(`needs Node ${needed} or newer (this is Node ${version})`);
    },
  );
});
