// The syntax tree of a Python program, with the details that effects depend on.

/** A range of the program in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An expression. */
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

/** An argument; its name is `*` or `**` for a spread, `null` by position. */
export interface CallArgument {
  readonly name: string | null;
  readonly value: Expression;
}

/** `key: value` of a dictionary; `**value` has no key. */
export interface DictEntry {
  readonly key: Expression | null;
  readonly value: Expression;
}

/** `[element for target in items if condition]`, also with other brackets; `key` is set for a dictionary. */
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

/** A parameter; `rest` tells whether it takes all remaining arguments. */
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
  /** Names with a type annotation, which are the parameters of a data class. */
  readonly fields: readonly string[];
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
}

export interface LoopStatement extends Span {
  readonly kind: "loop";
  /** The target and the iterable of `for`; `null` for `while`. */
  readonly each: { readonly target: Expression; readonly of: Expression } | null;
  /** The condition of `while`; `null` for `for`. */
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

/** A statement. */
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

/** A `case`: the names that its pattern binds, its guard, and its body. */
export interface MatchClause {
  readonly names: readonly string[];
  readonly guard: Expression | null;
  readonly body: readonly Statement[];
}
