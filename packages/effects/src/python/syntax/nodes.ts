/** A stretch of the program that was asked about, in UTF-16 units; `end` is the first place after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a program computes, as far as its effects need it. */
export type Expression = Span &
  (
    | { readonly kind: "text"; readonly text: string; readonly at: number | null }
    | { readonly kind: "template"; readonly parts: readonly (string | Expression)[] }
    | { readonly kind: "number"; readonly number: number }
    | { readonly kind: "constant"; readonly constant: boolean | null }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "attribute"; readonly object: Expression; readonly name: string }
    | { readonly kind: "item"; readonly object: Expression; readonly index: Expression }
    | { readonly kind: "slice"; readonly bounds: readonly (Expression | null)[] }
    | Call
    | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
    | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
    | { readonly kind: "either"; readonly condition: Expression | null; readonly choices: readonly Expression[] }
    | { readonly kind: "list"; readonly items: readonly Expression[] }
    | { readonly kind: "dict"; readonly entries: readonly DictEntry[] }
    | Comprehension
    | LambdaFunction
    | { readonly kind: "assign"; readonly target: Expression; readonly value: Expression }
    | { readonly kind: "spread"; readonly value: Expression }
    | { readonly kind: "wait"; readonly value: Expression | null; readonly yields: "nothing" | "one" | "each" }
    | { readonly kind: "parts"; readonly parts: readonly Expression[] }
  );

/** `f(a, *b, c=d)`. */
export interface Call extends Span {
  readonly kind: "call";
  readonly callee: Expression;
  readonly arguments: readonly CallArgument[];
}

/** An argument; its name is `*` or `**` when it stands for several. */
export interface CallArgument {
  readonly name: string | null;
  readonly value: Expression;
}

/** `key: value` of a dictionary; without a key it is `**value`. */
export interface DictEntry {
  readonly key: Expression | null;
  readonly value: Expression;
}

/** `[element for target in of if condition]`, and those with other brackets. */
export interface Comprehension extends Span {
  readonly kind: "comprehension";
  readonly key: Expression | null;
  readonly element: Expression;
  readonly clauses: readonly ComprehensionClause[];
}

export interface ComprehensionClause {
  readonly target: Expression;
  readonly of: Expression;
  readonly conditions: readonly Expression[];
}

/** A parameter; `rest` when it takes all that is left. */
export interface Parameter {
  readonly name: string;
  readonly defaultValue: Expression | null;
  readonly rest: "" | "*" | "**";
}

export interface LambdaFunction extends Span {
  readonly kind: "lambda";
  readonly parameters: readonly Parameter[];
  readonly result: Expression;
}

export interface FunctionStatement extends Span {
  readonly kind: "function";
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
}

export interface ClassStatement extends Span {
  readonly kind: "class";
  readonly name: string;
  readonly bases: readonly CallArgument[];
  /** The names that are given a type, which a data class takes in this order. */
  readonly fields: readonly string[];
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
}

export interface LoopStatement extends Span {
  readonly kind: "loop";
  /** Of `for`. */
  readonly each: { readonly target: Expression; readonly of: Expression } | null;
  /** Of `while`. */
  readonly condition: Expression | null;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

export interface TryStatement extends Span {
  readonly kind: "try";
  readonly body: readonly Statement[];
  readonly handlers: readonly { readonly name: string | null; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
  readonly finally: readonly Statement[];
}

/** `import a.b as c` is `{ module: "a.b", member: null, as: "c" }`, `from a import b` is `{ module: "a", member: "b", as: "b" }`. */
export interface ImportedName {
  readonly module: string;
  readonly member: string | null;
  readonly as: string;
}

/** What a program does, one step after the other. */
export type Statement =
  | (Span &
      (
        | { readonly kind: "expression"; readonly value: Expression }
        | { readonly kind: "assignment"; readonly targets: readonly Expression[]; readonly value: Expression }
        | {
            readonly kind: "update";
            readonly target: Expression;
            readonly operator: string;
            readonly value: Expression;
          }
        | { readonly kind: "if"; readonly branches: readonly Branch[]; readonly otherwise: readonly Statement[] }
        | { readonly kind: "with"; readonly items: readonly WithItem[]; readonly body: readonly Statement[] }
        | { readonly kind: "return"; readonly value: Expression | null }
        | { readonly kind: "raise"; readonly values: readonly Expression[] }
        | { readonly kind: "leave"; readonly loop: "break" | "continue" }
        | { readonly kind: "import"; readonly names: readonly ImportedName[] }
        | { readonly kind: "global"; readonly names: readonly string[] }
        | { readonly kind: "match"; readonly subject: Expression; readonly clauses: readonly MatchClause[] }
        | { readonly kind: "delete"; readonly targets: readonly Expression[] }
      ))
  | LoopStatement
  | TryStatement
  | FunctionStatement
  | ClassStatement;

interface Branch {
  readonly test: Expression;
  readonly body: readonly Statement[];
}

export interface WithItem {
  readonly value: Expression;
  readonly target: Expression | null;
}

/** The names that a pattern binds, its condition, and what follows. */
export interface MatchClause {
  readonly names: readonly string[];
  readonly guard: Expression | null;
  readonly body: readonly Statement[];
}
