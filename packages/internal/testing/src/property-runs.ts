import fc from "fast-check";

/**
 * The number of runs of a property test: `usual`, or `inLongRun` under `pnpm test:long`, for which the setup configures 10,000 runs.
 */
export function runs(usual: number, inLongRun: number = usual * 100): number {
  return (fc.readConfigureGlobal()?.numRuns ?? 0) < 10_000 ? usual : inLongRun;
}
