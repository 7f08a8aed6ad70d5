/** The parts of a program that are read from a text, before they are compared with each other. */
import type { Issue, TextRange } from "@helve/core";
import type * as tree from "@helve/core/program";

/**
 * The parts of a text, each in the order of the text. A part depends only on the text around it and on the names of the shared bindings: when
 * the text changes elsewhere, the part remains and its ranges move.
 */
export interface ProgramParts {
  readonly headerLines: readonly HeaderLine[];
  /** The bindings that all rules share. */
  readonly bindings: readonly tree.Binding[];
  /** The names of the bindings that all rules share, also of those with syntax errors. */
  readonly sharedNames: readonly string[];
  /** The rules without syntax errors. Several can have the same name. */
  readonly rules: readonly tree.Rule[];
  /** The tests without syntax errors. Several can have the same name. */
  readonly tests: readonly tree.RuleTest[];
  readonly alternativeForms: readonly tree.AlternativeForm[];
  readonly comments: readonly PlacedComment[];
  /** The names of rules and tests, also of those with syntax errors. */
  readonly names: readonly DeclaredName[];
  /** In any order. */
  readonly issues: readonly Issue[];
}

/**
 * A header line: `default deny`, the words after `on` of `on error stop` and `on unknown path ignore`, or `trust prompt`. Words that the
 * parser inserted are absent.
 */
export type HeaderLine = (
  | {
      readonly subject: PlacedWord | undefined;
      /** The unknown subject: `path`. */
      readonly about?: PlacedWord;
      readonly value: PlacedWord | undefined;
    }
  | { readonly subject: PlacedWord; readonly sources: readonly tree.Source[] }
) & { readonly range: TextRange };

/** A word of the text. */
export interface PlacedWord {
  readonly text: string;
  readonly range: TextRange;
}

/** A comment, and the rule that it documents. */
export interface PlacedComment extends PlacedWord {
  readonly documents?: Pick<tree.Rule, "range">;
}

/** The name of a rule or a test where it is declared. */
export interface DeclaredName {
  readonly kind: "rule" | "test";
  readonly name: string;
  readonly range: TextRange;
}
