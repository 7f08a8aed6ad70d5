/** The options of the benchmark's commands, such as `--data DIR` and `--seed N`. */

/** The options of a command. */
export interface CommandOptions {
  /** The folder or the file after `--data`; `""` for a command that reads none. */
  readonly data: string;
  /** Whether to list single cases besides the totals. */
  readonly explain: boolean;
  /** Whether to write what the command prints to the folder `figures`. */
  readonly write: boolean;
  /** How many cases of each kind `mutations` measures, and how many of each file the model of `paper` does, and of each row its judge reads. */
  readonly cases: number;
  /** The seed of the cases of `mutations`. */
  readonly seed: number;
  /** The name of the preset that `safety` and `replay` measure. */
  readonly rules: string;
  /** The model that does the tasks of `paper` itself. */
  readonly model?: string | undefined;
  /** The model that gives scores in `paper`. */
  readonly judge?: string | undefined;
  /** The file with recorded answers of the judge of `paper`. */
  readonly answers?: string | undefined;
}
