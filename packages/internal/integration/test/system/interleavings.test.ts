import { it } from "vitest";
import { testInterleavings } from "../interleavings.ts";

it(
  "runs each call at most once, keeps each change and holds the limit in 10,000 random interleavings",
  () => testInterleavings(10_000),
  3_600_000,
);
