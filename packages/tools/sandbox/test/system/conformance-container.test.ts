import { container } from "../environments.ts";
import { testConformance } from "../test-conformance.ts";

testConformance(container);
