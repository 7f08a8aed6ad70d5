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
    | { readonly kind: "number"; readonly number: number; readonly text: string }
    | {
        readonly kind: "variable";
        readonly name: string;
        readonly isSplat: boolean;
        /** It is a variable of the script: `$script:x`. */
        readonly isOutermost: boolean;
      }
    | { readonly kind: "block"; readonly block: ScriptBlock }
    /** `(…)` and `$(…)`, and with `isArray` `@(…)`. */
    | { readonly kind: "statements"; readonly statements: readonly Statement[]; readonly isArray: boolean }
    | { readonly kind: "hash"; readonly entries: readonly (readonly [Expression, readonly Statement[]])[] }
    | { readonly kind: "array"; readonly items: readonly Expression[] }
    | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
    | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
    | { readonly kind: "ternary"; readonly condition: Expression; readonly choices: readonly Expression[] }
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

/** A parameter of a function or a script. */
export interface Parameter {
  readonly name: string;
  readonly initial: Expression | undefined;
  readonly isSwitch: boolean;
}

/** A method, or the initial value of a field, of a class. */
export type ClassMember = Span & { readonly name: string; readonly isStatic: boolean } & (
    | { readonly kind: "field"; readonly value: Expression | undefined }
    | {
        readonly kind: "method";
        readonly parameters: readonly Parameter[];
        /** The arguments of the constructor of the base class. */
        readonly baseArguments: readonly Expression[] | undefined;
        readonly body: ScriptBlock;
      }
  );

/** A statement. */
export type Statement = Span &
  (
    | { readonly kind: "pipeline"; readonly elements: readonly PipelineElement[] }
    /** `a && b || c`: each statement but the first with the operator before it. */
    | { readonly kind: "chain"; readonly operators: readonly string[]; readonly statements: readonly Statement[] }
    | { readonly kind: "sequence"; readonly statements: readonly Statement[] }
    | { readonly kind: "assignment"; readonly target: Expression; readonly operator: string; readonly value: Statement }
    | {
        readonly kind: "if";
        readonly branches: readonly { readonly test: readonly Statement[]; readonly body: ScriptBlock }[];
        readonly otherwise: ScriptBlock | undefined;
      }
    | {
        readonly kind: "foreach";
        readonly variable: string;
        readonly of: readonly Statement[];
        readonly body: ScriptBlock;
        readonly label: string | undefined;
      }
    | {
        readonly kind: "while";
        readonly initial: Statement | undefined;
        readonly condition: readonly Statement[] | undefined;
        readonly testedAfter: boolean;
        readonly step: Statement | undefined;
        readonly body: ScriptBlock;
        readonly label: string | undefined;
      }
    | {
        readonly kind: "switch";
        readonly isFile: boolean;
        readonly subject: readonly Statement[];
        /** A clause without a test is `default`. */
        readonly clauses: readonly { readonly test: Expression | undefined; readonly body: ScriptBlock }[];
        readonly label: string | undefined;
      }
    | {
        readonly kind: "try";
        readonly body: ScriptBlock;
        readonly handlers: readonly ScriptBlock[];
        readonly finally: ScriptBlock | undefined;
      }
    /** `process { … }`: its word, and its body. */
    | { readonly kind: "block"; readonly word: string; readonly body: ScriptBlock }
    | { readonly kind: "function"; readonly word: string; readonly name: string; readonly body: ScriptBlock }
    | {
        readonly kind: "class";
        readonly name: string;
        readonly bases: readonly string[];
        readonly members: readonly ClassMember[];
      }
    | { readonly kind: "parameters"; readonly parameters: readonly Parameter[] }
    | { readonly kind: "leave"; readonly word: "break" | "continue"; readonly label: string | undefined }
    | {
        readonly kind: "end";
        readonly word: "return" | "throw" | "exit";
        readonly value: Statement | undefined;
      }
    | { readonly kind: "unread"; readonly reason: string }
  );
