import { withoutUndefined } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import { buildSource, buildStepWindow, reportClauseOrder } from "./build-step-query.ts";
import { buildToolPattern, type ToolMember } from "./build-trigger.ts";
import { CheckGrammar } from "./check-grammar.ts";
import * as t from "./tokens.ts";
import { type Production, withoutRecovery } from "./value-grammar.ts";

/** The grammar of questions about earlier steps and about the sources of values. */
export class StepGrammar extends CheckGrammar {
  readonly once: Production<tree.Once> = this.RULE(
    "once",
    (): tree.Once => {
      const first = this.CONSUME(t.Name);
      this.CONSUME(t.LeftParen);
      const steps = this.SUBRULE(this.stepQuery);
      this.CONSUME(t.RightParen);
      return this.ACTION(() => ({ type: "once", steps, range: this.rangeFrom(first) }));
    },
    withoutRecovery,
  );

  readonly stepValue: Production<tree.StepCount | tree.StepSum | tree.LastStep> = this.RULE(
    "stepValue",
    (): tree.StepCount | tree.StepSum | tree.LastStep => {
      const path: (string | number)[] = [];
      let value: tree.Value | undefined;
      const word = this.CONSUME(t.Name);
      this.CONSUME(t.LeftParen);
      this.OPTION({
        GATE: () => word.image === "sum",
        DEF: () => {
          value = this.withStep(() => this.SUBRULE(this.value));
          this.CONSUME1(t.Name); // "of"
        },
      });
      const steps = this.SUBRULE(this.stepQuery);
      this.CONSUME(t.RightParen);
      this.MANY({ GATE: () => word.image === "last", DEF: () => path.push(this.SUBRULE(this.step)) });
      const question = this.OPTION1({ GATE: () => word.image === "last", DEF: () => this.CONSUME(t.Question) });
      return this.ACTION(() => {
        const range = this.rangeFrom(word);
        if (word.image === "count") return { type: "count", steps, range };
        if (value !== undefined) return { type: "sum", value, steps, range };
        return withoutUndefined({
          type: "last",
          steps,
          path,
          optional: question === undefined ? undefined : true,
          range,
        });
      });
    },
    withoutRecovery,
  );

  readonly stepQuery: Production<tree.StepQuery> = this.RULE(
    "stepQuery",
    (): tree.StepQuery => {
      const first = this.LA(1);
      let where: tree.Expression | undefined;
      let since: readonly tree.ToolPattern[] | undefined;
      let within: tree.StepWindow | tree.Duration | undefined;
      const patterns = this.SUBRULE(this.toolPatterns);
      this.OPTION({
        GATE: () => this.LA(1).image === "where",
        DEF: () => {
          this.CONSUME(t.Name);
          where = this.withStep(() => this.SUBRULE(this.disjunction));
        },
      });
      this.OPTION1({
        GATE: () => this.LA(1).image === "since",
        DEF: () => {
          this.CONSUME1(t.Name);
          since = this.SUBRULE1(this.toolPatterns);
        },
      });
      this.OPTION2({
        GATE: () => this.LA(1).image === "within",
        DEF: () => {
          this.CONSUME2(t.Name);
          within = this.SUBRULE(this.window);
        },
      });
      this.ACTION(() => reportClauseOrder(this.LA(1), this.state));
      return this.ACTION(() =>
        withoutUndefined({
          type: "step_query",
          patterns,
          where,
          since,
          within,
          range: this.rangeFrom(first),
        }),
      );
    },
    withoutRecovery,
  );

  readonly toolPatterns: Production<readonly tree.ToolPattern[]> = this.RULE(
    "toolPatterns",
    (): readonly tree.ToolPattern[] => {
      const patterns = [this.SUBRULE(this.toolName)];
      this.MANY(() => {
        this.CONSUME(t.Or);
        patterns.push(this.SUBRULE1(this.toolName));
      });
      return patterns;
    },
    withoutRecovery,
  );

  /** A tool without the parameters that a trigger may name: `Gmail.Send*`. */
  readonly toolName: Production<tree.ToolPattern> = this.RULE(
    "toolName",
    (): tree.ToolPattern => {
      const name = this.OR([{ ALT: () => this.CONSUME(t.Name) }, { ALT: () => this.CONSUME(t.StringLiteral) }]);
      const member = this.OPTION(() => {
        this.CONSUME(t.Dot);
        return this.SUBRULE(this.toolMember);
      });
      const star = this.OPTION1({ GATE: () => member === undefined, DEF: () => this.CONSUME2(t.Star) });
      return this.ACTION(() => buildToolPattern([name], member ?? star, this.state));
    },
    withoutRecovery,
  );

  /** The tool's name after the dot; a final `*` matches any end. */
  readonly toolMember: Production<ToolMember> = this.RULE(
    "toolMember",
    (): ToolMember => {
      const name = this.OR([
        { ALT: () => this.CONSUME(t.Word) },
        { ALT: () => this.CONSUME(t.StringLiteral) },
        { ALT: () => this.CONSUME(t.Star) },
      ]);
      const star = this.OPTION(() => this.CONSUME1(t.Star));
      return { name, star };
    },
    withoutRecovery,
  );

  readonly window: Production<tree.StepWindow | tree.Duration> = this.RULE(
    "window",
    (): tree.StepWindow | tree.Duration =>
      this.OR([
        { ALT: () => this.SUBRULE(this.duration) },
        {
          ALT: () => {
            const amount = this.CONSUME(t.NumberLiteral);
            const unit = this.OPTION({
              GATE: () => this.LA(1).image !== "since" && this.LA(1).image !== "where",
              DEF: () => this.CONSUME(t.Name),
            });
            return this.ACTION(() => buildStepWindow(amount, unit, this.rangeFrom(amount), this.state));
          },
        },
      ]),
    withoutRecovery,
  );

  /** One source, or several in parentheses. */
  readonly sources: Production<readonly tree.Source[]> = this.RULE(
    "sources",
    (): readonly tree.Source[] => {
      const sources: tree.Source[] = [];
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.LeftParen);
            this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => sources.push(this.SUBRULE(this.source)) });
            this.CONSUME(t.RightParen);
          },
        },
        { ALT: () => sources.push(this.SUBRULE1(this.source)) },
      ]);
      return sources;
    },
    withoutRecovery,
  );

  readonly source: Production<tree.Source> = this.RULE(
    "source",
    (): tree.Source => {
      const pattern = this.SUBRULE(this.toolName);
      return this.ACTION(() => buildSource(pattern, this.state));
    },
    withoutRecovery,
  );

  /** Parses a part in which `step` can be used. */
  private withStep<T>(read: () => T): T {
    const before = this.state.hasStep;
    this.state.hasStep = true;
    try {
      return read();
    } finally {
      this.state.hasStep = before;
    }
  }
}
