import { local } from "./environments.ts";
import { testConformance } from "./test-conformance.ts";

testConformance(local);
