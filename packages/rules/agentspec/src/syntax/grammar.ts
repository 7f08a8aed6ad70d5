/** Parses the tokens of a program into its rules: the start production of the grammar and its error recovery. */
import { type SourceText, sourceText, withoutUndefined } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import { EMPTY_ALT, EOF, type ISerializedGast, type IToken, type ParserMethod } from "chevrotain";
import { buildPriority, buildSeverity, checkRuleCount, declareBinding, reportSharedInvocation } from "./build-rule.ts";
import { addUnknownPolicy, type UnknownPoliciesBefore } from "./build-unknown.ts";
import { declareName, newParserState, ParsingStopped, tokenRange } from "./parser-state.ts";
import type { HeaderLine, PlacedWord, ProgramParts } from "./program-parts.ts";
import { TestGrammar } from "./test-grammar.ts";
import * as t from "./tokens.ts";
import { type Production, withoutRecovery } from "./value-grammar.ts";

/** The result of applying the grammar to tokens: the parts of a program without its comments. */
export type GrammarResult = Omit<ProgramParts, "comments">;

let grammar: Grammar | undefined;

/** Parses tokens as a program. After an error, it continues at the next part of the rule or at the next rule. */
export function applyGrammar(tokens: IToken[], source: SourceText): GrammarResult {
  grammar ??= new Grammar();
  return grammar.apply(tokens, source);
}

/** The lines between the name and the trigger of a rule. */
type RuleNotes = Pick<tree.Rule, "severity" | "priority" | keyof tree.UnknownPolicies>;

/** The productions, as chevrotain describes them. */
export function describeGrammar(): readonly ISerializedGast[] {
  grammar ??= new Grammar();
  return grammar.getSerializedGastProductions();
}

/**
 * The grammar of AgentSpec §3.1, Fig. 3, a member for each production, and of what is written beside it: the events of the
 * published language, comparisons, bindings, other enforcements, a header.
 */
class Grammar extends TestGrammar {
  constructor() {
    super(newParserState(sourceText("")));
    this.performSelfAnalysis();
  }

  apply(tokens: IToken[], source: SourceText): GrammarResult {
    const state = newParserState(source);
    this.state = state;
    this.input = tokens;
    let bindings: readonly tree.Binding[] | undefined;
    try {
      bindings = this.program();
    } catch (error) {
      if (!(error instanceof ParsingStopped)) throw error;
    }
    const { headerLines, sharedNames, rules, tests, alternativeForms, issues, names } = state;
    const shared = { bindings: bindings ?? [], sharedNames: [...sharedNames.keys()] };
    return { headerLines, ...shared, rules, tests, alternativeForms, issues, names };
  }

  readonly program: Production<readonly tree.Binding[] | undefined> = this.RULE(
    "program",
    (): readonly tree.Binding[] => {
      const bindings: tree.Binding[] = [];
      this.MANY(() => {
        this.OR([
          { ALT: () => this.keepHeaderLine(() => this.SUBRULE(this.headerItem)) },
          { ALT: () => this.keepHeaderLine(() => this.SUBRULE(this.trustLine)) },
          { ALT: () => this.shareBinding(() => this.SUBRULE(this.binding), bindings) },
          { ALT: () => this.keepRule(() => this.SUBRULE(this.rule)) },
          { ALT: () => this.keepTest(() => this.SUBRULE(this.test)) },
        ]);
      });
      this.CONSUME(EOF);
      return bindings;
    },
  );

  /** `trust prompt, Contacts.any` or `untrusted Web.any` */
  readonly trustLine: Production<HeaderLine | undefined> = this.RULE("trustLine", (): HeaderLine => {
    const sources: tree.Source[] = [];
    const subject = this.OR([{ ALT: () => this.CONSUME(t.Trust) }, { ALT: () => this.CONSUME(t.Untrusted) }]);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => sources.push(this.SUBRULE(this.source)) });
    return this.ACTION(() => ({
      subject: { text: subject.image, range: tokenRange(this.state, subject) },
      sources,
      range: this.rangeFrom(subject),
    }));
  });

  readonly headerItem: Production<HeaderLine | undefined> = this.RULE("headerItem", (): HeaderLine => {
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
    const words = [this.CONSUME1(t.Name)];
    this.OPTION(() => words.push(this.CONSUME2(t.Name)));
    return this.ACTION(() => ({
      subject: this.placed(subject),
      about: words.length > 1 ? this.placed(words[0]) : undefined,
      value: this.placed(words.at(-1)),
      range: this.rangeFrom(first),
    }));
  });

  readonly rule: Production<tree.Rule | undefined> = this.RULE("rule", (): tree.Rule | undefined => {
    const first = this.CONSUME(t.Rule);
    const name = this.SUBRULE(this.ruleName);
    const notes = this.SUBRULE(this.notes);
    this.CONSUME(t.Trigger);
    const parts = this.SUBRULE(this.trigger);
    const bindings: tree.Binding[] = [];
    this.MANY(() => bindings.push(this.SUBRULE(this.binding)));
    const nothing = this.ACTION(() => this.emptyRange());
    const check = this.SUBRULE(this.check);
    this.CONSUME(t.Enforce);
    const enforce = this.SUBRULE(this.enforcements);
    this.CONSUME(t.End);
    return this.ACTION(() => {
      // After a syntax error, parts are missing.
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
        range: this.rangeFrom(first),
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
    this.ACTION(() => declareName("rule", name, name.image, this.state));
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

  readonly notes: Production<RuleNotes> = this.RULE(
    "notes",
    (): RuleNotes => {
      let severity: tree.Severity | undefined;
      let priority: number | undefined;
      const policies: UnknownPoliciesBefore = {};
      this.MANY(() =>
        this.OR([
          {
            ALT: () => {
              this.CONSUME(t.Severity);
              const token = this.CONSUME(t.Name);
              this.ACTION(() => {
                severity = buildSeverity(token, severity, this.state);
              });
            },
          },
          {
            ALT: () => {
              this.CONSUME(t.Priority);
              const token = this.CONSUME(t.NumberLiteral);
              this.ACTION(() => {
                priority = buildPriority(token, priority, this.state);
              });
            },
          },
          { ALT: () => this.SUBRULE(this.unknownLine, { ARGS: [policies] }) },
        ]),
      );
      return withoutUndefined({ severity, priority, ...policies });
    },
    withoutRecovery,
  );

  /** `on unknown ignore` or `on unknown path ignore` in a rule; the token `on` has its type only before `unknown`. */
  readonly unknownLine: ParserMethod<[UnknownPoliciesBefore], void> = this.RULE(
    "unknownLine",
    (policies: UnknownPoliciesBefore): void => {
      this.CONSUME(t.On);
      this.CONSUME(t.Name);
      const words = [this.CONSUME1(t.Name)];
      this.OPTION({
        GATE: () => ![t.Severity, t.Priority].includes(this.LA(1).tokenType),
        DEF: () => words.push(this.CONSUME2(t.Name)),
      });
      this.ACTION(() => {
        const policy = words.at(-1);
        const subject = words.length > 1 ? words[0] : undefined;
        if (policy !== undefined) addUnknownPolicy(policies, { subject, policy }, "invalid_unknown_policy", this.state);
      });
    },
    withoutRecovery,
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
        declareBinding(name, val ?? first, first, this.state);
        return { type: "binding", name: name.image, value, range: this.rangeFrom(first) };
      });
    },
    withoutRecovery,
  );

  /** Stores a parsed line of the header. */
  private keepHeaderLine(read: () => HeaderLine | undefined): void {
    const line = read();
    this.ACTION(() => {
      if (line !== undefined) this.state.headerLines.push(line);
    });
  }

  /** A word with its place; `undefined` if the parser inserted it. */
  private placed(token: IToken | undefined): PlacedWord | undefined {
    return token !== undefined && token.startOffset >= 0
      ? { text: token.image, range: tokenRange(this.state, token) }
      : undefined;
  }

  /** Stores a parsed binding for all rules. After a syntax error, a binding of a rule may stand alone: it is not shared. */
  private shareBinding(read: () => tree.Binding, bindings: tree.Binding[]): void {
    const { localNames, sharedNames } = this.state;
    localNames.clear();
    for (const [name, shared] of sharedNames) localNames.set(name, shared);
    const known = this.state.issues.length;
    const binding = read();
    this.ACTION(() => {
      if (binding?.value === undefined) return;
      if (binding.value.type === "invoke_action") reportSharedInvocation(binding, this.state);
      if (this.state.hasBegun) return;
      sharedNames.set(binding.name, { root: "let", name: binding.name });
      if (this.state.issues.length === known) bindings.push(binding);
    });
  }

  /** Stores the parsed test if it has no issues. */
  private keepTest(read: () => tree.RuleTest | undefined): void {
    const { issues, tests, localNames } = this.state;
    const known = issues.length;
    localNames.clear();
    this.state.hasBegun = true;
    this.state.ignoresIssues = false;
    const test = read();
    this.ACTION(() => {
      if (test !== undefined && issues.length === known) tests.push(test);
    });
  }

  /** Stores the parsed rule if it has no issues. */
  private keepRule(read: () => tree.Rule | undefined): void {
    const { issues, rules, localNames } = this.state;
    const known = issues.length;
    localNames.clear();
    for (const [name, shared] of this.state.sharedNames) localNames.set(name, shared);
    this.state.hasBegun = true;
    this.state.ignoresIssues = false;
    const rule = read();
    this.ACTION(() => {
      if (rule !== undefined && issues.length === known) rules.push(rule);
      checkRuleCount(this.LA(1), this.state);
    });
  }
}
