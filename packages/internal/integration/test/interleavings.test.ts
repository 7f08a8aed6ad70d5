import { it } from "vitest";
import { testInterleavings } from "./interleavings.ts";

it("runs each call at most once, keeps each change and holds the limit in 60 random interleavings", () =>
  testInterleavings(60));
