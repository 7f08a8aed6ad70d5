/** The color themes of presentations. */

/** The colors of a presentation, as hexadecimal digits. */
export interface Theme {
  readonly background: string;
  readonly title: string;
  readonly text: string;
}

export type ThemeName = "Default" | "Dark";

export const themes: Readonly<Record<ThemeName, Theme>> = {
  Default: { background: "FFFFFF", title: "1F2937", text: "374151" },
  Dark: { background: "111827", title: "F9FAFB", text: "D1D5DB" },
};

export const themeNames: readonly ThemeName[] = ["Default", "Dark"];
