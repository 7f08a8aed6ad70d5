import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentAncestor } from "../src/agent-ancestor.ts";
import { folderWith } from "./helve.ts";

const source = new URL("../src/agent-ancestor.ts", import.meta.url).href;
const program = `import { agentAncestor } from "${source}"; console.log(agentAncestor({}) ?? "none");`;

describe("agentAncestor", () => {
  it("finds the variables of coding agents", () => {
    expect(agentAncestor({ CLAUDECODE: "1" })).toBe("the variable CLAUDECODE is set");
  });

  it.skipIf(process.platform !== "linux")("finds a coding agent among the processes above", () => {
    const folder = folderWith({
      claude: `#!/bin/sh\n"$NODE" --input-type=module --no-warnings -e "$PROGRAM"\nexit 0\n`,
    });
    chmodSync(join(folder, "claude"), 0o755);
    const env = { NODE: process.execPath, PROGRAM: program, PATH: process.env["PATH"] };
    const found = execFileSync("sh", ["-c", '"$1"; exit 0', "sh", join(folder, "claude")], { env, encoding: "utf8" });
    expect(found).toMatch(/^it was started by /);
  });
});
