export type ColorScheme = "primary" | "danger";
export type ConversationType = "im" | "mpim" | "private" | "public";

export interface PlainTextElement {
  type: "plain_text";
  /**
   * The text.
   * @minLength 1
   * @maxLength 3000
   */
  text: string;
  emoji?: boolean;
}

export interface MrkdwnElement {
  type: "mrkdwn";
  text: string;
  verbatim?: boolean;
}

/** A dialog that asks before an action. */
export interface ConfirmationDialog {
  /** The title of the dialog. */
  title?: PlainTextElement;
  text: PlainTextElement | MrkdwnElement;
  confirm?: PlainTextElement;
  deny?: PlainTextElement;
  style?: ColorScheme;
}

interface OptionDescriptor {
  value?: string;
  url?: string;
  description?: PlainTextElement;
}
export interface MrkdwnOption extends OptionDescriptor {
  text: MrkdwnElement;
}
export interface PlainTextOption extends OptionDescriptor {
  text: PlainTextElement;
}
export type Option = MrkdwnOption | PlainTextOption;

interface BaseFilter {
  exclude_external_shared_channels?: boolean;
  exclude_bot_users?: boolean;
}
export type ConversationFilter =
  | (BaseFilter & Required<Pick<BaseFilter, "exclude_bot_users">>)
  | (BaseFilter & Required<Pick<BaseFilter, "exclude_external_shared_channels">>);

/** Block Kit of Slack. */
export class Slack {
  /** Shows a dialog. */
  confirm(input: ConfirmationDialog): void {
    void input;
  }

  /** Shows a menu. */
  menu(input: { label: PlainTextElement; options: Option[]; initial?: Option }): void {
    void input;
  }

  /** Lists conversations. */
  conversations(input: { filter: ConversationFilter; types?: ConversationType[] }): string[] {
    return input.types ?? [];
  }
}
