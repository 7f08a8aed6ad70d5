import { afterAll, beforeAll, describe, it } from "vitest";
import type { Case } from "./case.ts";
import { expectDecision, nameOf } from "./decide.ts";
import { createHome, type Home } from "./home.ts";

/** The clients whose settings call Helve in the home of the tests. */
const clients = ["claude-code", "codex", "copilot", "cursor", "gemini", "antigravity", "opencode"];

/** One test for each case of each table; several run at once, in one home. */
export function itDecides(tables: Readonly<Record<string, readonly Case[]>>): void {
  let home: Home;
  beforeAll(async () => {
    home = await createHome(clients);
  });
  afterAll(() => home.remove());
  describe.each(Object.entries(tables))("%s", (_name, cases) => {
    for (const each of cases) it.concurrent(nameOf(each), () => expectDecision(each, home));
  });
}
