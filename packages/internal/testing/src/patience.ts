/**
 * How long a test waits for what another program does, in milliseconds. It only ends a hang: a busy machine may be twenty times slower, and a
 * program that starts in a second there takes minutes on a bad day. How fast something runs is measured in `packages/internal/bench`.
 */
export const patience = 300_000;

/** Makes a page or a context of Playwright wait as long. */
export function patient<Page extends { setDefaultTimeout(milliseconds: number): void }>(page: Page): Page {
  page.setDefaultTimeout(patience);
  return page;
}
