import { memory } from "../environments.ts";
import { testConformance } from "../test-conformance.ts";

testConformance(memory);
