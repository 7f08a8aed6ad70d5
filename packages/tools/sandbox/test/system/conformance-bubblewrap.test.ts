import { bubblewrap } from "../environments.ts";
import { testConformance } from "../test-conformance.ts";

testConformance(bubblewrap);
