import { errorsAndObjects } from "./flow-matrix/errors-and-objects.ts";
import { everyday } from "./flow-matrix/everyday.ts";
import { filesAndProcesses } from "./flow-matrix/files-and-processes.ts";
import { functions } from "./flow-matrix/functions.ts";
import { loopsAndBranches } from "./flow-matrix/loops-and-branches.ts";
import type { FlowRow } from "./flow-matrix/programs.ts";
import { values } from "./flow-matrix/values.ts";

/** The rows of the matrix: each program deletes `/hit`. An idiom that a language can't express has no program. */
export const flowMatrix: readonly FlowRow[] = [
  ...loopsAndBranches,
  ...functions,
  ...values,
  ...errorsAndObjects,
  ...filesAndProcesses,
  ...everyday,
];
