import fc from "fast-check";

// `pnpm test:long` runs every property a hundred times longer.
if (import.meta.env.MODE === "long") fc.configureGlobal({ numRuns: 10_000 });
