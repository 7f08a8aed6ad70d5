import { describe, expect, it } from "vitest";
import { setupProblem } from "../src/node/bubblewrap-doctor.ts";

const settings = (known: Readonly<Record<string, string>>) => (name: string) => known[name];

describe("setupProblem", () => {
  it.each([
    [
      "bwrap: setting up uid map: Permission denied",
      { "kernel/apparmor_restrict_unprivileged_userns": "1" },
      "apparmor",
    ],
    [
      "bwrap: No permissions to create new namespace",
      { "kernel/unprivileged_userns_clone": "0" },
      "namespaces_disabled",
    ],
    ["bwrap: Creating new namespace failed", { "user/max_user_namespaces": "0" }, "namespaces_disabled"],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", {}, "no_proc"],
    ["bwrap: Creating new namespace failed: Operation not permitted", {}, "container"],
    ["bwrap: something else", {}, "failed"],
  ])("%s is %s", (output, known, code) => {
    const problem = setupProblem(output, settings(known));
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(output);
    expect(problem.fix).not.toBe("");
  });
});
