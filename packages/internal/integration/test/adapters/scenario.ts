import { describe, it } from "vitest";
import type { AdapterUnderTest } from "./adapter.ts";

/** A scenario that every adapter runs. */
export interface Scenario {
  /** A sentence about behavior, also a row of the matrix. */
  readonly name: string;
  readonly run: (adapter: AdapterUnderTest) => Promise<void>;
  /** The test for an SDK that does not support the scenario: no forbidden call ran. */
  readonly fallback?: (adapter: AdapterUnderTest) => Promise<void>;
}

/** Runs all scenarios with an adapter. */
export function testAdapter(adapter: AdapterUnderTest, scenarios: readonly Scenario[]): void {
  describe(adapter.name, () => {
    const names = new Set(scenarios.map(({ name }) => name));
    const unknown = Object.keys(adapter.limits).filter((name) => !names.has(name));
    if (unknown.length > 0) throw new Error(`limits of ${adapter.name} name no scenario: ${unknown.join(", ")}`);
    for (const { name, run, fallback } of scenarios) {
      const limit = Object.hasOwn(adapter.limits, name) ? adapter.limits[name] : undefined;
      if (limit === undefined) it(name, () => run(adapter));
      else if (limit.isImpossible === true) it.skip(`${name} (${limit.instead})`, () => undefined);
      else if (fallback !== undefined) it(`${name}: ${limit.instead}`, () => fallback(adapter));
      else throw new Error(`${adapter.name}: "${name}" has no fallback to test; the limit must be "isImpossible"`);
    }
  });
}
