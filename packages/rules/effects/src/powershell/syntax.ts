// The syntax tree of a PowerShell script.

/** A position in the text that was read. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A value: in an expression, or as an argument of a command. */
export type Expression = Span &
  (
    | { readonly kind: "text"; readonly parts: readonly (string | Expression)[]; readonly bare: boolean }
    | { readonly kind: "variable"; readonly name: string; readonly isSplat: boolean }
    | { readonly kind: "block"; readonly block: ScriptBlock }
    | { readonly kind: "statements"; readonly statements: readonly Statement[] }
    | { readonly kind: "hash"; readonly entries: readonly (readonly [Expression, readonly Statement[]])[] }
    | { readonly kind: "array"; readonly items: readonly Expression[] }
    | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
    | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
    | { readonly kind: "type"; readonly name: string }
    | { readonly kind: "cast"; readonly type: string; readonly operand: Expression }
    | {
        readonly kind: "member";
        readonly object: Expression;
        readonly name: Expression;
        readonly args: readonly Expression[] | undefined;
      }
    | { readonly kind: "index"; readonly object: Expression; readonly index: Expression }
  );

/** Code in braces. */
export interface ScriptBlock extends Span {
  readonly statements: readonly Statement[];
}

/** One element of a pipeline. */
export type PipelineElement = Span & {
  readonly redirects: readonly Redirect[];
} & (
    | {
        readonly kind: "command";
        readonly name: Expression;
        readonly call: "&" | "." | "";
        readonly args: readonly Argument[];
      }
    | { readonly kind: "expression"; readonly expression: Expression }
  );

/** A command among the elements of pipelines. */
export type Command = Extract<PipelineElement, { kind: "command" }>;

/** An argument of a command; a parameter has its text as written, `-Name`, and the value after a colon. */
export type Argument = Span &
  (
    | { readonly kind: "parameter"; readonly text: string; readonly value: Expression | undefined }
    | { readonly kind: "value"; readonly value: Expression }
  );

/** `> file`, `2>> file`. */
export interface Redirect extends Span {
  readonly append: boolean;
  readonly to: Expression;
}

/** A statement. Branches and loops differ only in what runs once. */
export type Statement = Span &
  (
    | { readonly kind: "pipeline"; readonly elements: readonly PipelineElement[] }
    | { readonly kind: "sequence"; readonly statements: readonly Statement[] }
    | { readonly kind: "assignment"; readonly target: Expression; readonly operator: string; readonly value: Statement }
    | { readonly kind: "branches"; readonly conditions: readonly Statement[]; readonly bodies: readonly ScriptBlock[] }
    | {
        readonly kind: "loop";
        readonly conditions: readonly Statement[];
        readonly variable: string | undefined;
        readonly body: ScriptBlock;
      }
    | { readonly kind: "block"; readonly body: ScriptBlock }
    | { readonly kind: "function"; readonly name: string; readonly body: ScriptBlock }
    | { readonly kind: "parameters"; readonly names: readonly (readonly [string, Expression | undefined])[] }
    | { readonly kind: "unread"; readonly reason: string }
  );
