/** Counts tokens, and computes what they cost. */

/** How many tokens a model read and wrote. */
export interface Usage {
  /** All that it read, cached or not. */
  readonly inputTokens: number;
  /** All that it wrote, its reasoning included. */
  readonly outputTokens: number;
  /** The part of the input that came from the provider's cache, if it says so. */
  readonly cachedInputTokens?: number;
  /** The part of the output that was reasoning, if the provider says so. */
  readonly reasoningTokens?: number;
  /** True if the provider did not count, and the tokens were estimated from the length of the texts. */
  readonly estimated?: true;
}

/** The prices of a model per million tokens, in any currency. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  /** For input from the cache; the same as `input` by default. */
  readonly cachedInput?: number;
}

/** No tokens. */
export const noUsage: Usage = Object.freeze({ inputTokens: 0, outputTokens: 0 });

/** Returns the sum of two usages. It is estimated if one of them is. */
export function addUsage(left: Usage, right: Usage): Usage {
  const cachedInputTokens = (left.cachedInputTokens ?? 0) + (right.cachedInputTokens ?? 0);
  const reasoningTokens = (left.reasoningTokens ?? 0) + (right.reasoningTokens ?? 0);
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cachedInputTokens: cachedInputTokens > 0 ? cachedInputTokens : undefined,
    reasoningTokens: reasoningTokens > 0 ? reasoningTokens : undefined,
    estimated: (left.estimated ?? right.estimated) ? true : undefined,
  };
}

/**
 * Returns what a usage costs.
 *
 * @example
 * costOf({ inputTokens: 2_000_000, outputTokens: 100_000 }, { input: 0.5, output: 2 }); // 1.2
 */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Prices): number {
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage;
  return ((inputTokens - cachedInputTokens) * input + cachedInputTokens * cachedInput + outputTokens * output) / 1e6;
}
