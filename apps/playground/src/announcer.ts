import { escapeInvisible } from "@helve/core/internal";

/** Creates a function that tells screen readers about a change, when no other one follows soon. */
export function createAnnouncer(region: HTMLElement): (text: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
    const visible = escapeInvisible(text);
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (region.textContent !== visible) region.textContent = visible;
    }, delay);
  };
}

/** How long nothing must change before a verdict is announced, in milliseconds. */
const delay = 800;
