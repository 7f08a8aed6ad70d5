import { type Issue, type Source, sourceOf } from "@helve/core";
import { EMPTY_ALT, EOF, type IToken } from "chevrotain";
import {
  checkCase,
  declareRule,
  needlessArguments,
  needlessComma,
  predicateOf,
  unknownEnforcement,
} from "./meaning.ts";
import { GaveUp, rangeOf } from "./reading.ts";
import * as t from "./tokens.ts";
import type * as tree from "./tree.ts";
import { deepest, noResync, type Production, ValueGrammar } from "./value-grammar.ts";

/** What the parser made of the tokens; a tree with holes if there are issues. */
export interface Parsed {
  readonly program: tree.Program | undefined;
  readonly issues: readonly Issue[];
}

let grammar: Grammar | undefined;

/** Reads tokens as a program. After a mistake it goes on at the next part of the rule, or at the next rule. */
export function parseTokens(tokens: IToken[], source: Source): Parsed {
  grammar ??= new Grammar();
  return grammar.parse(tokens, source);
}

/**
 * The grammar of AgentSpec §3.1, Fig. 3, a member for each production.
 *
 * Beyond the figure: a rule's name may go without its `@`; `true`, `false`, `!` and `not` stand beside `True`, `False`
 * and `¬`; predicates take arguments, and inspections the names of fixes (Fig. 1); `llm_self_examine` is another name of
 * `llm_self_reflect`; `invoke_action` takes `Toolkit.Tool` and `{}`; a comma may stand between pairs.
 */
class Grammar extends ValueGrammar {
  constructor() {
    super({ source: sourceOf(""), issues: [], rules: new Map(), depth: 0 });
    this.performSelfAnalysis();
  }

  parse(tokens: IToken[], source: Source): Parsed {
    const issues: Issue[] = [];
    Object.assign(this.reading, { source, issues, rules: new Map(), depth: 0 });
    this.input = tokens;
    try {
      return { program: this.program(), issues };
    } catch (error) {
      if (error instanceof GaveUp) return { program: undefined, issues };
      throw error;
    }
  }

  readonly program: Production<tree.Program> = this.RULE("program", (): tree.Program => {
    const rules: tree.Rule[] = [];
    this.MANY(() => rules.push(this.SUBRULE(this.rule)));
    this.CONSUME(EOF);
    return this.ACTION(() => {
      const { source } = this.reading;
      return { type: "program", rules, range: source.range(0, source.text.length) };
    });
  });

  readonly rule: Production<tree.Rule> = this.RULE("rule", (): tree.Rule => {
    const first = this.CONSUME(t.Rule);
    const name = this.SUBRULE(this.ruleName);
    this.CONSUME(t.Trigger);
    const trigger = this.SUBRULE(this.trigger);
    this.CONSUME(t.Check);
    const check = this.SUBRULE(this.predicates);
    this.CONSUME(t.Enforce);
    const enforce = this.SUBRULE(this.enforcements);
    this.CONSUME(t.End);
    return this.ACTION(() => ({ type: "rule", name, trigger, check, enforce, range: this.from(first) }));
  });

  readonly ruleName: Production<string> = this.RULE("ruleName", (): string => {
    const name = this.OR([
      {
        ALT: () => {
          this.CONSUME(t.At);
          return this.CONSUME(t.Word);
        },
      },
      { ALT: () => this.CONSUME(t.Name) },
    ]);
    this.ACTION(() => declareRule(name, this.reading));
    return name.image;
  });

  readonly trigger: Production<tree.Trigger> = this.RULE("trigger", (): tree.Trigger => {
    const toolkit = this.CONSUME(t.Name);
    this.CONSUME(t.Dot);
    const tool = this.CONSUME(t.Word);
    return this.ACTION(() => {
      for (const name of [toolkit, tool]) checkCase(name, ["any"], this.reading);
      const range = this.from(toolkit);
      const pattern: tree.ToolPattern = { type: "tool_pattern", toolkit: toolkit.image, tool: tool.image, range };
      return { type: "trigger", event: "before_action", patterns: [pattern], range };
    });
  });

  readonly predicates: Production<tree.Conjunction> = this.RULE("predicates", (): tree.Conjunction => {
    const before = this.LA(0);
    const first = this.LA(1);
    const operands: tree.Expression[] = [];
    this.MANY(() =>
      this.OR1([
        { ALT: () => operands.push(this.SUBRULE(this.predicate)) },
        { ALT: () => this.needlessComma("predicates") },
      ]),
    );
    // Looked at already here, so that a mistake does not end the rule as a whole.
    this.OR2([{ GATE: () => this.LA(1).tokenType === t.Enforce, ALT: EMPTY_ALT() }]);
    return this.ACTION(() => {
      const { end } = rangeOf(this.reading, before);
      const range = operands.length > 0 ? this.from(first) : { start: end, end };
      return { type: "and", operands, range };
    });
  });

  readonly predicate: Production<tree.Expression> = this.RULE(
    "predicate",
    (): tree.Expression => {
      const signs: IToken[] = [];
      this.MANY(() => signs.push(this.CONSUME(t.Not)));
      const name = this.CONSUME(t.Name);
      const args = this.OPTION(() => this.SUBRULE(this.arguments));
      return this.ACTION(() => {
        const tooDeep = signs[deepest];
        if (tooDeep !== undefined) this.refuseDepth(tooDeep, "negations");
        const expression = predicateOf(name, args, this.from(name), this.reading);
        return signs.reduceRight<tree.Expression>(
          (operand, sign) => ({ type: "not", operand, range: this.from(sign) }),
          expression,
        );
      });
    },
    noResync,
  );

  readonly enforcements: Production<readonly tree.Enforcement[]> = this.RULE(
    "enforcements",
    (): readonly tree.Enforcement[] => {
      const enforcements: tree.Enforcement[] = [];
      this.AT_LEAST_ONE(() =>
        this.OR([
          { ALT: () => enforcements.push(this.SUBRULE(this.enforcement)) },
          { ALT: () => this.needlessComma("enforcements") },
        ]),
      );
      return enforcements;
    },
  );

  readonly enforcement: Production<tree.Enforcement> = this.RULE(
    "enforcement",
    (): tree.Enforcement =>
      this.OR([
        { ALT: () => this.SUBRULE(this.userInspection) },
        { ALT: () => this.SUBRULE(this.llmSelfReflect) },
        { ALT: () => this.SUBRULE(this.invokeAction) },
        { ALT: () => this.SUBRULE(this.stop) },
        { ALT: () => this.SUBRULE(this.unknown), IGNORE_AMBIGUITIES: true },
      ]),
    noResync,
  );

  readonly userInspection: Production<tree.UserInspection> = this.RULE(
    "userInspection",
    (): tree.UserInspection => {
      const fixes: string[] = [];
      const first = this.CONSUME(t.UserInspection);
      this.OPTION(() => {
        this.CONSUME(t.LeftParen);
        this.MANY_SEP({ SEP: t.Comma, DEF: () => fixes.push(this.CONSUME(t.Name).image) });
        this.CONSUME(t.RightParen);
      });
      return this.ACTION(() => ({ type: "user_inspection", fixes, range: this.from(first) }));
    },
    noResync,
  );

  readonly llmSelfReflect: Production<tree.LlmSelfReflect> = this.RULE(
    "llmSelfReflect",
    (): tree.LlmSelfReflect => {
      const first = this.CONSUME(t.LlmSelfReflect);
      this.OPTION(() => this.SUBRULE(this.noArguments));
      return this.ACTION(() => ({ type: "llm_self_reflect", range: rangeOf(this.reading, first) }));
    },
    noResync,
  );

  readonly invokeAction: Production<tree.InvokeAction> = this.RULE(
    "invokeAction",
    (): tree.InvokeAction => {
      const first = this.CONSUME(t.InvokeAction);
      this.CONSUME(t.LeftParen);
      const tool = this.SUBRULE(this.toolName);
      this.CONSUME(t.Comma);
      const args = this.SUBRULE(this.object);
      this.CONSUME(t.RightParen);
      return this.ACTION(() => ({ type: "invoke_action", tool, args, range: this.from(first) }));
    },
    noResync,
  );

  readonly toolName: Production<string> = this.RULE(
    "toolName",
    (): string => {
      const name = this.CONSUME(t.Name);
      const member = this.OPTION(() => {
        this.CONSUME(t.Dot);
        return this.CONSUME(t.Word);
      });
      return member === undefined ? name.image : `${name.image}.${member.image}`;
    },
    noResync,
  );

  readonly stop: Production<tree.Stop> = this.RULE(
    "stop",
    (): tree.Stop => {
      const first = this.CONSUME(t.Stop);
      this.OPTION(() => this.SUBRULE(this.noArguments));
      return this.ACTION(() => ({ type: "stop", range: rangeOf(this.reading, first) }));
    },
    noResync,
  );

  /** Any other name at the head of an enforcement: read as a call, so that the mistake ends with it. */
  readonly unknown: Production<tree.Stop> = this.RULE(
    "unknown",
    (): tree.Stop => {
      const name = this.CONSUME(t.Name);
      const known = this.reading.issues.length;
      this.OPTION(() => this.SUBRULE(this.arguments));
      return this.ACTION(() => {
        // What is wrong inside is of no interest: it is the wrong name that made it wrong.
        this.reading.issues.splice(known);
        unknownEnforcement(name, this.reading);
        return { type: "stop", range: this.from(name) };
      });
    },
    noResync,
  );

  /** What stands in parentheses after an enforcement that takes nothing: read, so that the mistake ends with it. */
  readonly noArguments: Production<void> = this.RULE(
    "noArguments",
    (): void => {
      const name = this.LA(0);
      const first = this.LA(1);
      const known = this.reading.issues.length;
      this.SUBRULE(this.arguments);
      this.ACTION(() => {
        this.reading.issues.splice(known);
        needlessArguments(name, this.from(first), this.reading);
      });
    },
    noResync,
  );

  /** A comma between parts that stand one after the other: named, and stepped over. */
  private needlessComma(between: "predicates" | "enforcements"): void {
    const comma = this.CONSUME(t.Comma);
    this.ACTION(() => needlessComma(comma, between, this.reading));
  }
}
