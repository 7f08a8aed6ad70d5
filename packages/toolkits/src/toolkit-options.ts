/** Options that all toolkits have. */
export interface CommonToolkitOptions {
  /** The language of the descriptions that models read; `"en"` by default. */
  readonly locale?: "en" | "zh" | undefined;
  /** Whether the tools may be used; true by default. */
  readonly enable?: boolean | undefined;
}
