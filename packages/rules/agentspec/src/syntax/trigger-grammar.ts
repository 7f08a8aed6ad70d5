import type * as tree from "@helve/core/program";
import { EMPTY_ALT, type IToken, tokenMatcher } from "chevrotain";
import {
  buildActionComparison,
  buildToolPattern,
  buildTrigger,
  declareParameters,
  reportCommaBetweenTools,
  type TriggerParts,
} from "./build-trigger.ts";
import { EnforcementGrammar } from "./enforcement-grammar.ts";
import * as t from "./tokens.ts";
import { type Production, withoutRecovery } from "./value-grammar.ts";

/** The grammar of triggers, which say what a rule is about, such as `trigger Files.Write` (AgentSpec §3.1, Fig. 3). */
export class TriggerGrammar extends EnforcementGrammar {
  readonly trigger: Production<TriggerParts | undefined> = this.RULE("trigger", (): TriggerParts => {
    const patterns: tree.ToolPattern[] = [];
    const first = this.LA(1);
    const event = this.OPTION({
      GATE: () => this.LA(2).tokenType !== t.Dot,
      DEF: () => this.CONSUME(t.TriggerEvent),
    });
    this.OR([
      {
        GATE: () => event === undefined || !this.isBinding(),
        ALT: () => {
          patterns.push(this.SUBRULE(this.toolPattern));
          this.MANY(() => {
            this.OR1([{ ALT: () => this.CONSUME(t.Or) }, { ALT: () => this.commaBetweenTools() }]);
            patterns.push(this.SUBRULE1(this.toolPattern));
          });
        },
      },
      { GATE: () => event !== undefined, ALT: EMPTY_ALT() },
    ]);
    const range = this.ACTION(() => this.rangeFrom(first));
    const condition = this.OPTION1({
      GATE: () => this.LA(1).image === "action",
      DEF: () => this.SUBRULE(this.actionLine),
    });
    return this.ACTION(() => ({ trigger: buildTrigger(event, patterns, range, this.state), condition }));
  });

  readonly toolPattern: Production<tree.ToolPattern> = this.RULE(
    "toolPattern",
    (): tree.ToolPattern => {
      const words = [this.OR([{ ALT: () => this.CONSUME(t.Name) }, { ALT: () => this.CONSUME(t.StringLiteral) }])];
      const member = this.OPTION(() => {
        this.CONSUME(t.Dot);
        return this.SUBRULE(this.toolMember);
      });
      const star = this.OPTION2({ GATE: () => member === undefined, DEF: () => this.CONSUME2(t.Star) });
      this.MANY({
        GATE: () => member === undefined && star === undefined && this.hasMoreWords(),
        DEF: () => words.push(this.CONSUME1(t.Name)),
      });
      const pattern = this.ACTION(() => buildToolPattern(words, member ?? star, this.state));
      this.OPTION1(() => this.SUBRULE(this.parameters));
      return pattern;
    },
    withoutRecovery,
  );

  /** The names of arguments, which can then be used in the rule: `Terminal.Execute(command)`. */
  readonly parameters: Production<void> = this.RULE(
    "parameters",
    (): void => {
      const names: IToken[] = [];
      const first = this.CONSUME(t.LeftParen);
      this.MANY_SEP({ SEP: t.Comma, DEF: () => names.push(this.CONSUME(t.Name)) });
      this.CONSUME(t.RightParen);
      this.ACTION(() => declareParameters(names, this.rangeFrom(first), this.state));
    },
    withoutRecovery,
  );

  /** The line `action delete` after a trigger, short for the condition `args.action == "delete"`. */
  readonly actionLine: Production<tree.Comparison> = this.RULE(
    "actionLine",
    (): tree.Comparison => {
      const first = this.CONSUME(t.TriggerEvent);
      const value = this.OR([{ ALT: () => this.CONSUME(t.Name) }, { ALT: () => this.CONSUME(t.StringLiteral) }]);
      return this.ACTION(() => buildActionComparison(first, value, this.rangeFrom(first), this.state));
    },
    withoutRecovery,
  );

  private commaBetweenTools(): void {
    const comma = this.CONSUME(t.Comma);
    this.ACTION(() => reportCommaBetweenTools(comma, this.state));
  }

  /** Whether a binding comes next, and not a tool that is called `let`. */
  private isBinding(): boolean {
    if (this.LA(1).tokenType !== t.Let) return false;
    return this.LA(this.LA(2).tokenType === t.Val && this.LA(3).tokenType !== t.Assign ? 4 : 3).tokenType === t.Assign;
  }

  /** Whether the words that come next belong to the tool: two or three on one line, before `check` or `|`. */
  private hasMoreWords(): boolean {
    const words: IToken[] = [this.LA(0)];
    while (words.length < 3 && isPlainWord(this.LA(words.length))) words.push(this.LA(words.length));
    const [first] = words;
    const after = this.LA(words.length).tokenType;
    if (first === undefined || words.length === 1 || !isPlainWord(first)) return false;
    if (after !== t.Check && !after.CATEGORIES?.includes(t.Or)) return false;
    return !/[\r\n]/.test(this.state.source.text.slice(first.startOffset, words.at(-1)?.startOffset));
  }
}

/** Whether a token is a name in lower-case letters. */
function isPlainWord(token: IToken): boolean {
  return tokenMatcher(token, t.Name) && /^[a-z]+$/.test(token.image);
}
