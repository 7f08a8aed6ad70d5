export type Snowflake = string;

export enum TriggerType {
  Keyword = 1,
  Spam = 3,
  KeywordPreset = 4,
}
export enum ActionType {
  BlockMessage = 1,
  SendAlertMessage = 2,
  Timeout = 3,
}

/** What happens when a rule applies. */
export interface Action {
  type: ActionType;
  metadata?: {
    channel_id?: Snowflake;
    /**
     * Seconds.
     * @maximum 2419200
     */
    duration_seconds?: number;
  };
}

/** A rule of a guild. */
export interface Rule {
  name: string;
  trigger_type: TriggerType;
  trigger_metadata: { keyword_filter?: string[]; regex_patterns?: string[]; mention_total_limit?: number };
  /** The actions of the rule. */
  actions: Action[];
  enabled?: boolean;
  /** @maxItems 20 */
  exempt_roles?: Snowflake[];
}

/** The moderation of Discord. */
export class Moderation {
  /** Creates a rule. */
  createRule(input: Rule & { guild_id: Snowflake }): string {
    return input.guild_id;
  }

  /** Changes a rule. */
  modifyRule(input: { id: Snowflake; changes: Partial<Omit<Rule, "trigger_type">> }): void {
    void input;
  }

  /** Lists rules. */
  listRules(input: { trigger?: TriggerType.Keyword | TriggerType.Spam }): string[] {
    return [String(input.trigger)];
  }
}
