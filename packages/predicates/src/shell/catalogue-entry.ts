/**
 * What happens to a target.
 *
 * - `delete`: it goes away
 * - `destroy`: what it holds goes away on purpose (`shred`, `truncate`, `mkfs`)
 * - `overwrite`: what it holds is replaced, if it was there before (`> file`)
 * - `discard`: something goes away that is no file of the working tree (`git push --force`)
 */
export type EffectKind = "delete" | "destroy" | "overwrite" | "discard";

/** One way in which a program deletes or destroys. Options are lists with spaces between. */
export interface CatalogueEntry {
  /** The programs that do it. */
  readonly names: string;
  /** The words that must follow the program: `stash drop`. */
  readonly subcommand?: string;
  /** `run`: it runs what is not read. */
  readonly kind: EffectKind | "run";
  /**
   * What it is done to.
   *
   * - `operands`, `last operand`, `later operands` (all but the first), `operands after --`
   * - `operands like paths`: those that can't be a branch, such as `.` and `src/`
   * - `value of …`: of the option, or of the operand that begins so (`of=`)
   * - `directory`: the operands, or the current directory without any
   * - `not known`; `nothing`, when no file is concerned
   */
  readonly targets: string;
  /** Whether all beneath a target goes with it; as options: if one of them is given. */
  readonly recursive?: true | string;
  /** Only some of what is beneath a target is concerned. */
  readonly partial?: true;
  /** Only with one of these options. */
  readonly needs?: string;
  /** Only with an operand or a value of an option that fits. */
  readonly matching?: RegExp;
  /** Not with one of these options; `--help` and `--version` go without saying. */
  readonly unless?: string;
  /** Options that take a value. */
  readonly valued?: string;
}
