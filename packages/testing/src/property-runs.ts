import fc from "fast-check";

/** The number of runs of a property test: `usual`, or `inLongRun` under `pnpm test:long`, which also limits the time. */
export function runs(usual: number, inLongRun: number = usual * 100): number {
  return fc.readConfigureGlobal()?.numRuns === undefined ? usual : inLongRun;
}
