/** Configures fast-check for all packages: a fixed seed in `test`, 10,000 random runs in `test:long`. */
import fc from "fast-check";

// `test` tries the same cases each time, so that a change never fails because of somebody else's. `test:long` tries new ones.
fc.configureGlobal(import.meta.env.MODE === "long" ? { numRuns: 10_000 } : { numRuns: 25, seed: 20261124 });
