import { withoutUndefined } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import { EMPTY_ALT, type IOrAlt, type IToken, tokenMatcher } from "chevrotain";
import {
  buildDomainEnforcement,
  buildInvokeAction,
  buildInvokedTool,
  type InvokedTool,
  recordCanonicalName,
  recordMessageForm,
  reportNeedlessArguments,
  reportSecondMessage,
  reportUnknownEnforcement,
} from "./build-enforcement.ts";
import { buildTemplate } from "./build-template.ts";
import { StepGrammar } from "./step-grammar.ts";
import * as t from "./tokens.ts";
import { type Production, withoutRecovery } from "./value-grammar.ts";

/** The grammar of what a rule does when it applies, `enforce stop` (AgentSpec §3.1, Fig. 3 ⟨Enforce⟩, and Fig. 1). */
export class EnforcementGrammar extends StepGrammar {
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

  private readonly enforcementAlternatives: IOrAlt<tree.Enforcement>[] = [
    { ALT: () => this.SUBRULE(this.userInspection) },
    { ALT: () => this.SUBRULE(this.invokeAction) },
    { ALT: () => this.SUBRULE(this.warnOrLog) },
    { ALT: () => this.SUBRULE(this.plainEnforcement) },
    { ALT: () => this.SUBRULE(this.domainEnforcement), IGNORE_AMBIGUITIES: true },
  ];

  readonly enforcement: Production<tree.Enforcement> = this.RULE(
    "enforcement",
    (): tree.Enforcement => this.OR(this.enforcementAlternatives),
    withoutRecovery,
  );

  readonly userInspection: Production<tree.UserInspection> = this.RULE(
    "userInspection",
    (): tree.UserInspection => {
      const fixes: string[] = [];
      let message: tree.Template | undefined;
      const tell = (text: IToken): void => {
        if (message === undefined) message = buildTemplate(text, this.state);
        else reportSecondMessage(text, this.state);
      };
      const first = this.CONSUME(t.UserInspection);
      this.OPTION(() => {
        this.OR([
          {
            ALT: () => {
              this.CONSUME(t.LeftParen);
              this.MANY_SEP({
                SEP: t.Comma,
                DEF: () =>
                  this.OR1([
                    { ALT: () => fixes.push(this.CONSUME(t.Name).image) },
                    {
                      ALT: () => {
                        const text = this.CONSUME(t.StringLiteral);
                        this.ACTION(() => tell(text));
                      },
                    },
                  ]),
              });
              this.CONSUME(t.RightParen);
            },
          },
          {
            ALT: () => {
              message = this.SUBRULE(this.messageWithoutParentheses);
            },
          },
        ]);
      });
      return this.ACTION(() => {
        recordCanonicalName(first, "user_inspection", this.state);
        const range = this.rangeFrom(first);
        return withoutUndefined({ type: "user_inspection", message, fixes, range });
      });
    },
    withoutRecovery,
  );

  readonly warnOrLog: Production<tree.Warn | tree.Log> = this.RULE(
    "warnOrLog",
    (): tree.Warn | tree.Log => {
      let message: tree.Template | undefined;
      const first = this.OR([{ ALT: () => this.CONSUME(t.Warn) }, { ALT: () => this.CONSUME(t.Log) }]);
      this.OPTION(() => {
        this.OR1([
          {
            ALT: () => {
              this.CONSUME(t.LeftParen);
              this.OPTION1(() => {
                const text = this.CONSUME(t.StringLiteral);
                message = this.ACTION(() => buildTemplate(text, this.state));
              });
              this.CONSUME(t.RightParen);
            },
          },
          {
            ALT: () => {
              message = this.SUBRULE(this.messageWithoutParentheses);
            },
          },
        ]);
      });
      return this.ACTION(() => {
        const type = first.tokenType === t.Warn ? "warn" : "log";
        recordCanonicalName(first, type, this.state);
        return withoutUndefined({ type, message, range: this.rangeFrom(first) });
      });
    },
    withoutRecovery,
  );

  /** A message without parentheses: `warn: "careful"`. */
  readonly messageWithoutParentheses: Production<tree.Template> = this.RULE(
    "messageWithoutParentheses",
    (): tree.Template => {
      const before = this.LA(1);
      this.OPTION(() => this.CONSUME(t.Colon));
      const text = this.CONSUME(t.StringLiteral);
      return this.ACTION(() => {
        recordMessageForm(this.rangeFrom(before), text, this.state);
        return buildTemplate(text, this.state);
      });
    },
    withoutRecovery,
  );

  readonly invokeAction: Production<tree.InvokeAction> = this.RULE(
    "invokeAction",
    (): tree.InvokeAction => {
      let args: tree.ObjectValue | tree.Literal | undefined;
      const first = this.CONSUME(t.InvokeAction);
      this.CONSUME(t.LeftParen);
      const tool = this.SUBRULE(this.invokedTool);
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.Comma);
            args = this.SUBRULE(this.actionArguments);
          },
        },
        // A text may be the tool and its arguments in one.
        { GATE: () => tool.isText && this.LA(1).tokenType === t.RightParen, ALT: EMPTY_ALT() },
      ]);
      this.CONSUME(t.RightParen);
      return this.ACTION(() => buildInvokeAction(tool, args, this.rangeFrom(first), this.state));
    },
    withoutRecovery,
  );

  readonly actionArguments: Production<tree.ObjectValue | tree.Literal> = this.RULE(
    "actionArguments",
    (): tree.ObjectValue | tree.Literal =>
      this.OR([{ ALT: () => this.SUBRULE(this.object) }, { ALT: () => this.SUBRULE(this.string) }]),
    withoutRecovery,
  );

  readonly invokedTool: Production<InvokedTool> = this.RULE(
    "invokedTool",
    (): InvokedTool =>
      this.OR([
        {
          ALT: () => {
            const name = this.CONSUME(t.Name);
            const member = this.OPTION(() => {
              this.CONSUME(t.Dot);
              return this.CONSUME(t.Word);
            });
            return { isText: false, name: member === undefined ? name.image : `${name.image}.${member.image}` };
          },
        },
        {
          ALT: () => {
            const text = this.SUBRULE(this.string);
            return this.ACTION(() => buildInvokedTool(text, this.state));
          },
        },
      ]),
    withoutRecovery,
  );

  readonly plainEnforcement: Production<PlainEnforcement> = this.RULE(
    "plainEnforcement",
    (): PlainEnforcement => {
      const first = this.OR([
        { ALT: () => this.CONSUME(t.LlmSelfReflect) },
        { ALT: () => this.CONSUME(t.Stop) },
        { ALT: () => this.CONSUME(t.Skip) },
        { ALT: () => this.CONSUME(t.None) },
        { ALT: () => this.CONSUME(t.Allow) },
      ]);
      const range = this.ACTION(() => this.rangeFrom(first));
      const text = this.OPTION1({
        GATE: () => first.tokenType === t.Stop && isReason(this.LA(2), this.LA(3)),
        DEF: () => this.SUBRULE(this.reason),
      });
      this.OPTION(() => this.SUBRULE(this.noArguments));
      return this.ACTION(() => {
        const type = plainTypes.get(first.tokenType.name) ?? "stop";
        recordCanonicalName(first, type, this.state);
        if (type !== "stop" || text === undefined) return { type, range };
        return { type, message: buildTemplate(text, this.state), range: this.rangeFrom(first) };
      });
    },
    withoutRecovery,
  );

  /** The reason of a stop, which the model reads: `("ask the user first")`. */
  readonly reason: Production<IToken> = this.RULE(
    "reason",
    (): IToken => {
      this.CONSUME(t.LeftParen);
      const text = this.CONSUME(t.StringLiteral);
      this.CONSUME(t.RightParen);
      return text;
    },
    withoutRecovery,
  );

  /** Any other name: a domain enforcement if it has the form of one, otherwise an unknown enforcement. */
  readonly domainEnforcement: Production<tree.Enforcement> = this.RULE(
    "domainEnforcement",
    (): tree.Enforcement => {
      const name = this.CONSUME(t.Name);
      const known = this.state.issues.length;
      const names = [name.image];
      let args: readonly tree.Value[] | undefined;
      let isAssigned = false;
      this.MANY(() => {
        this.CONSUME(t.Colon);
        names.push(this.CONSUME1(t.Name).image);
      });
      this.OPTION(() =>
        this.OR([
          {
            ALT: () => {
              args = this.SUBRULE(this.arguments);
            },
          },
          {
            ALT: () => {
              this.CONSUME(t.Assign);
              isAssigned = true;
              args = [this.SUBRULE(this.value)];
            },
          },
        ]),
      );
      return this.ACTION(() => {
        const range = this.rangeFrom(name);
        const domain =
          this.state.issues.length > known ? undefined : buildDomainEnforcement({ names, isAssigned }, args, range);
        if (domain !== undefined) return domain;
        // Issues of the arguments are dropped: they follow from the unknown name.
        this.state.issues.splice(known);
        reportUnknownEnforcement(name, this.state);
        return { type: "stop", range };
      });
    },
    withoutRecovery,
  );

  /** Arguments after an enforcement that takes none; they are parsed so that the error ends with them. */
  readonly noArguments: Production<void> = this.RULE(
    "noArguments",
    (): void => {
      const name = this.LA(0);
      const first = this.LA(1);
      const known = this.state.issues.length;
      this.SUBRULE(this.arguments);
      this.ACTION(() => {
        this.state.issues.splice(known);
        reportNeedlessArguments(name, this.rangeFrom(first), this.state);
      });
    },
    withoutRecovery,
  );
}

type PlainEnforcement = tree.LlmSelfReflect | tree.Stop | tree.Skip | tree.None | tree.Allow;

/** Whether the tokens after a parenthesis are a text and the closing one. */
function isReason(text: IToken, closing: IToken): boolean {
  return tokenMatcher(text, t.StringLiteral) && closing.tokenType === t.RightParen;
}

const plainTypes = new Map<string, PlainEnforcement["type"]>([
  ["LlmSelfReflect", "llm_self_reflect"],
  ["Stop", "stop"],
  ["Skip", "skip"],
  ["None", "none"],
  ["Allow", "allow"],
]);
