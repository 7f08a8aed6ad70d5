import fc from "fast-check";

// Properties run briefly in `test`, and 10,000 times each in `test:long`.
fc.configureGlobal({ numRuns: import.meta.env.MODE === "long" ? 10_000 : 25 });
