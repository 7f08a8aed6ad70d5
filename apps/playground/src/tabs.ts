/** Tabs of the page, by pointer and keyboard. */

/** A list of tabs, each with the panel that its `aria-controls` names. */
export interface Tabs {
  select(id: string): void;
}

/** Makes the tabs of a list work by pointer and keyboard: arrows, Home and End move between them. */
export function createTabs(list: HTMLElement, onSelect: (id: string) => void): Tabs {
  const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const select = (id: string): void => {
    for (const tab of tabs) {
      const isSelected = tab.id === id;
      tab.setAttribute("aria-selected", String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
    }
    onSelect(id);
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(tab.id));
    tab.addEventListener("keydown", ({ key }) => {
      const next = nextIndex(key, index, tabs.length);
      const target = next === undefined ? undefined : tabs[next];
      if (target === undefined) return;
      select(target.id);
      target.focus();
    });
  }
  return { select };
}

/** Returns the tab to which a key moves. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
