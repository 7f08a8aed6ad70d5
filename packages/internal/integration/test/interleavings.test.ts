import { runs } from "@helve/testing/property-runs";
import { it } from "vitest";
import { testInterleavings } from "./interleavings.ts";

it(
  "runs each call at most once, keeps each change and holds the limit in random interleavings",
  () => testInterleavings(runs(60, 10_000)),
  3_600_000,
);
