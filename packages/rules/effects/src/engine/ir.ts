/**
 * The intermediate representation of programs: each language lowers its syntax tree to these nodes, and one interpreter evaluates them.
 *
 * A lowering keeps no state and drops nothing: what a language has and these nodes have not is `unread`, with the reason.
 */

/** A range of the program in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An expression. */
export type Expression = Span &
  (
    | { readonly kind: "text"; readonly text: string; readonly at: number | null }
    /** A text that is built from parts: `f"a{b}"`. */
    | { readonly kind: "template"; readonly parts: readonly (string | Expression)[] }
    | { readonly kind: "number"; readonly number: number }
    | { readonly kind: "constant"; readonly constant: boolean | null }
    /** A variable. An outermost variable belongs to the program, even if an inner scope has one with the same name: `$global:x`. */
    | { readonly kind: "name"; readonly name: string; readonly outermost?: true }
    /** `object.name`. */
    | { readonly kind: "attribute"; readonly object: Expression; readonly name: string }
    /** `object[index]`. */
    | { readonly kind: "item"; readonly object: Expression; readonly index: Expression }
    | { readonly kind: "slice"; readonly bounds: readonly (Expression | null)[] }
    | Call
    | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
    | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
    /**
     * One of several values: `a if c else b`, `a or b`. Without a condition, the first is evaluated in any case, and the others
     * only if it is as `others` says.
     */
    | {
        readonly kind: "either";
        readonly condition: Expression | null;
        readonly choices: readonly Expression[];
        readonly others?: "if true" | "if false" | undefined;
      }
    | { readonly kind: "list"; readonly items: readonly Expression[] }
    | { readonly kind: "dict"; readonly entries: readonly DictEntry[] }
    | Comprehension
    | LambdaFunction
    /** A function or a class as a value; the name is not bound. */
    | FunctionStatement
    | ClassStatement
    /** An assignment whose value is used: `(a := b)`. */
    | { readonly kind: "assign"; readonly target: Expression; readonly value: Expression }
    /** `a += b`, `a++`; its value is that before or after the change. */
    | {
        readonly kind: "update";
        readonly target: Expression;
        readonly operator: string;
        readonly value: Expression;
        readonly result?: "before" | "after";
      }
    | { readonly kind: "spread"; readonly value: Expression }
    /** `await a`, `yield a`, `yield from a`. */
    | { readonly kind: "wait"; readonly value: Expression | null; readonly yields: "nothing" | "one" | "each" }
    /** The address of a variable: `&x`. */
    | { readonly kind: "reference"; readonly of: Expression }
    /** The target of a reference: `*p`. */
    | { readonly kind: "dereference"; readonly of: Expression }
    /** Several expressions in order; the value of the last one is the result: `(a, b)` of JavaScript. */
    | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
    | Command
    /** Commands in a pipe: each gets the output of the one before it: `a | b`. */
    | { readonly kind: "pipe"; readonly stages: readonly Expression[] }
    /** The output of statements, as a list; with `unwraps`, a single item is the item itself. */
    | { readonly kind: "collect"; readonly body: readonly Statement[]; readonly unwraps: boolean }
    /** An unknown value that is computed from the parts. */
    | { readonly kind: "parts"; readonly parts: readonly Expression[] }
    /** Something that the lowering can't express: it may do anything. Its parts are evaluated, too. */
    | { readonly kind: "unread"; readonly reason: string; readonly parts: readonly Expression[] }
  );

/** `f(a, *b, c=d)`; `new` of languages that have it counts as a call of the class. */
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

/** A function, a command of the language or a program that is called by words: `rm -Recurse $x`. */
export interface Command extends Span {
  readonly kind: "command";
  /** In a language that splits words after it has replaced variables, this is the whole line, and there are no words. */
  readonly name: Expression;
  readonly words: readonly CommandWord[];
  /** The code sets the variables of its caller: `. file`. */
  readonly inCaller?: true;
}

/** A word of a command: a value, the name of a parameter, or both. */
export interface CommandWord {
  /** The name of the parameter, without its dash; `null` for a plain value. */
  readonly name: string | null;
  /** `null` for a name without a value of its own; the next word may be it. */
  readonly value: Expression | null;
  /** The items or entries of the value are words: `@list`. */
  readonly spread?: true;
}

/** `key: value` of a dictionary or an object; a spread (`**value`, `...value`) has no key. */
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
  /** Whether its items are computed when they are used. */
  readonly isLazy?: boolean;
}

export interface ComprehensionClause {
  readonly target: Expression;
  readonly of: Expression;
  readonly conditions: readonly Expression[];
}

/** A parameter; `rest` tells whether it takes all remaining arguments. */
export interface Parameter {
  readonly name: string;
  /** The pattern into which the argument is unpacked, if it is not a name: `({ path }) => …`. */
  readonly pattern?: Expression;
  readonly defaultValue: Expression | null;
  readonly rest: "" | "*" | "**";
  /** The argument is a variable that has the value of the parameter after the call: `&$a` of PHP. */
  readonly byReference?: true;
  /** The name by which an argument is passed, if it differs from the variable: `path` for `$path`. */
  readonly passedAs?: string;
}

/** A function whose body is one expression. */
export interface LambdaFunction extends Span {
  readonly kind: "lambda";
  /** It sees the object of the method around it, not one of its own: an arrow function. */
  readonly seesOuterSelf?: true;
  readonly parameters: readonly Parameter[];
  readonly result: Expression;
}

/** A function. As a statement it binds its name; as an expression it does not. */
export interface FunctionStatement extends Span {
  readonly kind: "function";
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
  /** As in `LambdaFunction`. */
  readonly seesOuterSelf?: true;
  /** It belongs to a class and not to its instances: `static`. */
  readonly isStatic?: true;
  /** Its result is what its statements output. */
  readonly outputs?: true;
}

/** A class. As a statement it binds its name; as an expression it does not. Assignments in its body are its members. */
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
  /** The target and the iterable of a loop over items; `null` for `while`. `keys`: the target is a key or an index. */
  readonly each: { readonly target: Expression; readonly of: Expression; readonly keys?: true } | null;
  /** The condition of `while`; `null` for a loop over items, and for a loop without an end. */
  readonly condition: Expression | null;
  /** The condition is tested after the body: `do … while`. */
  readonly testedAfter?: true;
  readonly body: readonly Statement[];
  /** Evaluated after each iteration, also after `continue`: `i++`. */
  readonly step?: Expression;
  /** Runs after the last iteration, unless `break` leaves the loop. */
  readonly otherwise: readonly Statement[];
  readonly label?: string;
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
  /** The name that it binds; `null` if the import only runs the module. */
  readonly as: string | null;
}

/** A statement. */
export type Statement =
  | (Span &
      (
        | { readonly kind: "expression"; readonly value: Expression }
        /** The value, or each of its items, becomes output of the function or of the `collect` around it. */
        | { readonly kind: "output"; readonly value: Expression }
        | {
            readonly kind: "assignment";
            readonly targets: readonly Expression[];
            readonly value: Expression;
            /** The names are variables of the innermost block: `let`, `:=`. */
            readonly declares?: true;
          }
        | {
            readonly kind: "update";
            readonly target: Expression;
            readonly operator: string;
            readonly value: Expression;
          }
        | { readonly kind: "if"; readonly branches: readonly Branch[]; readonly otherwise: readonly Statement[] }
        /** Statements with variables of their own. */
        | { readonly kind: "block"; readonly body: readonly Statement[] }
        | { readonly kind: "with"; readonly items: readonly WithItem[]; readonly body: readonly Statement[] }
        | { readonly kind: "return"; readonly value: Expression | null }
        | { readonly kind: "raise"; readonly values: readonly Expression[] }
        | { readonly kind: "leave"; readonly loop: "break" | "continue"; readonly label?: string }
        | { readonly kind: "import"; readonly names: readonly ImportedName[] }
        | { readonly kind: "global"; readonly names: readonly string[] }
        | MatchStatement
        | { readonly kind: "delete"; readonly targets: readonly Expression[] }
        /** A call that is made when the function ends; its arguments are evaluated now: `defer`. */
        | { readonly kind: "defer"; readonly call: Call }
        /** Something that the lowering can't express: it may do anything. */
        | { readonly kind: "unread"; readonly reason: string }
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

/** `match` and `switch`. A lowering of `switch` repeats the bodies that a clause falls through to. */
export interface MatchStatement extends Span {
  readonly kind: "match";
  readonly subject: Expression;
  readonly clauses: readonly MatchClause[];
  /** `break` leaves it. */
  readonly breaks?: true;
}

/** A `case`: the names that its pattern binds, its guard or test, and its body. */
export interface MatchClause {
  readonly names: readonly string[];
  readonly guard: Expression | null;
  readonly body: readonly Statement[];
  /** It applies if no other does: `default`. */
  readonly isDefault?: true;
}

/** The statements of a program; when it is invalid, those that can be read. */
export interface Program {
  readonly statements: readonly Statement[];
  /** Why the program was not read completely, as the end of a sentence that starts with "the program". */
  readonly problem: string | null;
}
