import { withoutUndefined } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import { type IOrAlt, type IToken, tokenMatcher } from "chevrotain";
import {
  buildExpectation,
  buildGiven,
  buildStepStatus,
  buildTest,
  type GivenPart,
  reportDuplicateGiven,
} from "./build-test.ts";
import { stringValue } from "./build-value.ts";
import { declareName } from "./parser-state.ts";
import * as t from "./tokens.ts";
import { TriggerGrammar } from "./trigger-grammar.ts";
import { type Production, withoutRecovery } from "./value-grammar.ts";

/** The grammar of the tests that can stand beside rules in AgentSpec. */
export class TestGrammar extends TriggerGrammar {
  readonly test: Production<tree.RuleTest | undefined> = this.RULE("test", (): tree.RuleTest | undefined => {
    const given: GivenPart[] = [];
    const steps: tree.TestStep[] = [];
    const known = this.errors.length;
    const first = this.CONSUME(t.Test);
    const name = this.CONSUME(t.StringLiteral);
    this.MANY(() =>
      this.OR([
        { ALT: () => given.push(this.SUBRULE(this.given)) },
        { ALT: () => steps.push(this.SUBRULE(this.pastStep)) },
      ]),
    );
    const when = this.SUBRULE(this.when);
    const expect = this.SUBRULE(this.expectation);
    this.CONSUME(t.End);
    return this.ACTION(() => {
      const text = stringValue(name, this.state);
      declareName("test", name, text, this.state);
      // After a syntax error, parts are missing. Not every one is reported: one after an unclosed string follows from it.
      if (this.errors.length > known) return undefined;
      reportDuplicateGiven(given, this.state);
      return buildTest({ name: text, given, steps, when, expect, range: this.rangeFrom(first) }, this.state);
    });
  });

  readonly given: Production<GivenPart> = this.RULE("given", (): GivenPart => {
    const first = this.CONSUME(t.Given);
    const subject = this.CONSUME(t.Name);
    const value = this.SUBRULE(this.value);
    return this.ACTION(() => buildGiven(subject, value, this.rangeFrom(first), this.state));
  });

  /** A step before the event: `after Web.Read({}) -> "text" failed 2h ago`. */
  readonly pastStep: Production<tree.TestStep> = this.RULE("pastStep", (): tree.TestStep => {
    const first = this.CONSUME(t.After);
    const step = this.SUBRULE(this.endedStep);
    const ago = this.OPTION(() => {
      const duration = this.SUBRULE(this.duration);
      this.CONSUME(t.Ago);
      return duration;
    });
    return this.ACTION(() => withoutUndefined({ ...step, ago, range: this.rangeFrom(first) }));
  });

  readonly endedStep: Production<tree.TestStep> = this.RULE(
    "endedStep",
    (): tree.TestStep => {
      const call = this.SUBRULE(this.testCall);
      const result = this.OPTION(() => {
        this.CONSUME(t.Arrow);
        return this.SUBRULE(this.value);
      });
      const status = this.OPTION1(() => this.CONSUME(t.Name));
      return this.ACTION(() =>
        withoutUndefined({
          ...call,
          type: "test_step",
          result,
          status: status && buildStepStatus(status, this.state),
        }),
      );
    },
    withoutRecovery,
  );

  readonly testCall: Production<tree.TestCall> = this.RULE(
    "testCall",
    (): tree.TestCall => {
      const first = this.LA(1);
      const tool = this.SUBRULE(this.calledTool);
      this.CONSUME(t.LeftParen);
      const args = this.OPTION(() => this.SUBRULE(this.object));
      const nothing = this.ACTION(() => this.emptyRange());
      this.CONSUME(t.RightParen);
      return this.ACTION(() => ({
        type: "test_call",
        tool,
        args: args ?? { type: "object", entries: [], range: nothing },
        range: this.rangeFrom(first),
      }));
    },
    withoutRecovery,
  );

  /** The name of a tool: `Web.Read`, or in quotes. */
  readonly calledTool: Production<string> = this.RULE(
    "calledTool",
    (): string =>
      this.OR([
        {
          ALT: () => {
            const name = this.CONSUME(t.Name);
            const member = this.OPTION(() => {
              this.CONSUME(t.Dot);
              return this.CONSUME(t.Word);
            });
            return member === undefined ? name.image : `${name.image}.${member.image}`;
          },
        },
        {
          ALT: () => {
            const text = this.CONSUME(t.StringLiteral);
            return this.ACTION(() => stringValue(text, this.state));
          },
        },
      ]),
    withoutRecovery,
  );

  readonly when: Production<tree.TestEvent> = this.RULE("when", (): tree.TestEvent => {
    const first = this.CONSUME(t.When);
    const isEvent = (image: string): boolean => this.LA(1).image === image && !isCall(this.LA(2));
    const rangeFrom = (): tree.TestEvent["range"] => this.rangeFrom(first);
    const alternatives: IOrAlt<tree.TestEvent>[] = [
      {
        GATE: () => isEvent("after_action"),
        ALT: () => {
          this.CONSUME(t.TriggerEvent);
          const step = this.SUBRULE(this.endedStep);
          return this.ACTION(() => ({ type: "test_step_end", step, range: rangeFrom() }));
        },
      },
      {
        GATE: () => isEvent("state_change"),
        ALT: () => {
          this.CONSUME1(t.TriggerEvent);
          const before = this.SUBRULE(this.value);
          this.CONSUME(t.Arrow);
          const after = this.SUBRULE1(this.value);
          return this.ACTION(() => ({ type: "test_state_change", before, after, range: rangeFrom() }));
        },
      },
      {
        GATE: () => isEvent("agent_finish"),
        ALT: () => {
          this.CONSUME2(t.TriggerEvent);
          return this.ACTION(() => ({ type: "test_finish", range: rangeFrom() }));
        },
      },
      {
        ALT: () => {
          this.OPTION({
            GATE: () => isEvent("before_action"),
            DEF: () => this.CONSUME3(t.TriggerEvent),
          });
          const call = this.SUBRULE(this.testCall);
          return this.ACTION(() => ({ ...call, range: rangeFrom() }));
        },
        IGNORE_AMBIGUITIES: true,
      },
    ];
    return this.OR(alternatives);
  });

  /** `expect stop by only @a, @b`, `expect rewritten to Gmail.CreateDraft({})` */
  readonly expectation: Production<tree.TestExpectation> = this.RULE("expectation", (): tree.TestExpectation => {
    const rules: IToken[] = [];
    let only: IToken | undefined;
    const first = this.CONSUME(t.Expect);
    const outcome = [this.CONSUME(t.Name)];
    this.MANY(() => {
      this.CONSUME(t.Colon);
      outcome.push(this.CONSUME1(t.Name));
    });
    const action = this.OPTION({
      GATE: () => this.LA(1).image === "to",
      DEF: () => {
        this.CONSUME2(t.Name);
        return this.SUBRULE(this.testCall);
      },
    });
    this.OPTION1(() => {
      this.CONSUME(t.By);
      only = this.OPTION2({
        GATE: () => this.LA(1).image === "only" && beginsRuleName(this.LA(2)),
        DEF: () => this.CONSUME4(t.Name),
      });
      this.AT_LEAST_ONE_SEP({
        SEP: t.Comma,
        DEF: () =>
          this.OR([
            {
              ALT: () => {
                this.CONSUME(t.At);
                rules.push(this.CONSUME(t.Word));
              },
            },
            { ALT: () => rules.push(this.CONSUME3(t.Name)) },
          ]),
      });
    });
    return this.ACTION(() =>
      buildExpectation({ outcome, action, only, rules, range: this.rangeFrom(first) }, this.state),
    );
  });
}

function beginsRuleName(token: IToken): boolean {
  return token.tokenType === t.At || tokenMatcher(token, t.Name);
}

/** Whether a token after a name makes it the name of a called tool. */
function isCall(next: IToken): boolean {
  return next.tokenType === t.Dot || next.tokenType === t.LeftParen;
}
