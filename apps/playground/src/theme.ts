import { h } from "./view/dom.ts";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];

/** Makes a button switch between light colors, dark colors and the colors of the system. The browser remembers the choice. */
export function createThemeButton(button: HTMLElement): void {
  let theme = remembered();
  const show = (): void => {
    document.documentElement.dataset["theme"] = theme;
    button.setAttribute("aria-label", `Theme: ${theme}`);
    button.replaceChildren(h("span", { class: "theme-word" }, "Theme: "), theme);
  };
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
    try {
      localStorage.setItem(key, theme);
    } catch {
      // A browser that stores nothing: the choice lasts as long as the page.
    }
    show();
  });
  show();
}

const key = "helve-theme";

/** Returns the theme that the browser has stored. */
function remembered(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? "auto";
  } catch {
    return "auto";
  }
}
