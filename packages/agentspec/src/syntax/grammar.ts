import type { Issue } from "@helve/core";
import { type SourceText, sourceText } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import { EMPTY_ALT, EOF, type ISerializedGast, type IToken } from "chevrotain";
import { declareRule } from "./meaning.ts";
import { GaveUp, newReading } from "./reading.ts";
import { checkRuleCount, declareBinding, headerOf, priorityOf, severityOf } from "./rule-meaning.ts";
import * as t from "./tokens.ts";
import { TriggerGrammar } from "./trigger-grammar.ts";
import { noResync, type Production } from "./value-grammar.ts";

/** What the parser made of the tokens. */
export interface Parsed {
  readonly header: tree.Header | undefined;
  /** Those in which it saw no mistake. */
  readonly rules: readonly tree.Rule[];
  readonly spellings: readonly tree.Spelling[];
  readonly issues: readonly Issue[];
}

let grammar: Grammar | undefined;

/** Reads tokens as a program. After a mistake it goes on at the next part of the rule, or at the next rule. */
export function parseTokens(tokens: IToken[], source: SourceText): Parsed {
  grammar ??= new Grammar();
  return grammar.parse(tokens, source);
}

/** The productions, as chevrotain describes them. */
export function describeGrammar(): readonly ISerializedGast[] {
  grammar ??= new Grammar();
  return grammar.getSerializedGastProductions();
}

/**
 * The grammar of AgentSpec §3.1, Fig. 3, a member for each production, and of what is written beside it: the events of the
 * published language, comparisons, bindings, other enforcements, a header.
 */
class Grammar extends TriggerGrammar {
  constructor() {
    super(newReading(sourceText("")));
    this.performSelfAnalysis();
  }

  parse(tokens: IToken[], source: SourceText): Parsed {
    const reading = newReading(source);
    this.reading = reading;
    this.input = tokens;
    let header: tree.Header | undefined;
    try {
      header = this.program();
    } catch (error) {
      if (!(error instanceof GaveUp)) throw error;
    }
    return { header, rules: reading.rules, spellings: reading.spellings, issues: reading.issues };
  }

  readonly program: Production<tree.Header | undefined> = this.RULE("program", (): tree.Header | undefined => {
    const items: HeaderItem[] = [];
    this.MANY(() => {
      this.OR([
        {
          ALT: () => {
            const item = this.SUBRULE(this.headerItem);
            if (item !== undefined) items.push(item);
          },
        },
        { ALT: () => this.keepRule(() => this.SUBRULE(this.rule)) },
      ]);
    });
    this.CONSUME(EOF);
    return this.ACTION(() => headerOf(items, this.reading));
  });

  readonly headerItem: Production<HeaderItem | undefined> = this.RULE("headerItem", (): HeaderItem => {
    const first = this.LA(1);
    const subject = this.OR([
      { ALT: () => this.CONSUME(t.Default) },
      {
        ALT: () => {
          this.CONSUME(t.On);
          return this.CONSUME(t.Name);
        },
      },
    ]);
    const value = this.CONSUME1(t.Name);
    return this.ACTION(() => ({ subject, value, range: this.from(first) }));
  });

  readonly rule: Production<tree.Rule | undefined> = this.RULE("rule", (): tree.Rule | undefined => {
    const first = this.CONSUME(t.Rule);
    const name = this.SUBRULE(this.ruleName);
    const notes = this.SUBRULE(this.notes);
    this.CONSUME(t.Trigger);
    const parts = this.SUBRULE(this.trigger);
    const bindings: tree.Binding[] = [];
    this.MANY(() => bindings.push(this.SUBRULE(this.binding)));
    const nothing = this.ACTION(() => this.here());
    const check = this.SUBRULE(this.check);
    this.CONSUME(t.Enforce);
    const enforce = this.SUBRULE(this.enforcements);
    this.CONSUME(t.End);
    return this.ACTION(() => {
      // A mistake has left a hole.
      if (parts === undefined) return undefined;
      const { trigger, condition } = parts;
      const written: tree.Conjunction = check ?? { type: "and", operands: [], range: nothing };
      return {
        type: "rule",
        name,
        ...notes,
        trigger,
        ...(bindings.length > 0 && { bindings }),
        check: condition === undefined ? written : { ...written, operands: [condition, ...written.operands] },
        enforce,
        range: this.from(first),
      };
    });
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

  readonly check: Production<tree.Conjunction | undefined> = this.RULE("check", (): tree.Conjunction | undefined => {
    let check: tree.Conjunction | undefined;
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Check);
          check = this.SUBRULE(this.conditions);
        },
      },
      { GATE: () => this.LA(1).tokenType === t.Enforce, ALT: EMPTY_ALT() },
    ]);
    return check;
  });

  readonly notes: Production<Pick<tree.Rule, "severity" | "priority">> = this.RULE(
    "notes",
    (): Pick<tree.Rule, "severity" | "priority"> => {
      let severity: tree.Severity | undefined;
      let priority: number | undefined;
      this.MANY(() =>
        this.OR([
          {
            ALT: () => {
              this.CONSUME(t.Severity);
              const token = this.CONSUME(t.Name);
              this.ACTION(() => {
                severity = severityOf(token, severity, this.reading);
              });
            },
          },
          {
            ALT: () => {
              this.CONSUME(t.Priority);
              const token = this.CONSUME(t.Numeral);
              this.ACTION(() => {
                priority = priorityOf(token, priority, this.reading);
              });
            },
          },
        ]),
      );
      return { ...(severity !== undefined && { severity }), ...(priority !== undefined && { priority }) };
    },
    noResync,
  );

  readonly binding: Production<tree.Binding> = this.RULE(
    "binding",
    (): tree.Binding => {
      const first = this.CONSUME(t.Let);
      const val = this.OPTION({
        GATE: () => this.LA(2).tokenType !== t.Assign,
        DEF: () => this.CONSUME(t.Val),
      });
      const name = this.CONSUME(t.Name);
      this.CONSUME(t.Assign);
      const value = this.OR([
        { ALT: () => this.SUBRULE(this.invokeAction) },
        { ALT: () => this.SUBRULE(this.value), IGNORE_AMBIGUITIES: true },
      ]);
      return this.ACTION(() => {
        declareBinding(name, val ?? first, first, this.reading);
        return { type: "binding", name: name.image, value, range: this.from(first) };
      });
    },
    noResync,
  );

  /** Keeps a rule in which nothing is wrong. */
  private keepRule(read: () => tree.Rule | undefined): void {
    const { issues, rules, locals } = this.reading;
    const known = issues.length;
    locals.clear();
    this.reading.isLost = false;
    const rule = read();
    this.ACTION(() => {
      if (rule !== undefined && issues.length === known) rules.push(rule);
      checkRuleCount(this.LA(1), this.reading);
    });
  }
}

/** `default deny`, or of `on error stop` the last two words. */
export interface HeaderItem {
  readonly subject: IToken;
  readonly value: IToken;
  readonly range: tree.Header["range"];
}
