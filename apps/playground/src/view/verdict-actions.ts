/** Connects clicks and the pointer in the shown verdict with functions of the page. */

/** The functions that clicks and the pointer in the view call. */
export interface VerdictActions {
  /** Shows a rule in the editor. */
  readonly showRule: (line: number) => void;
  /** Marks characters of the input, or removes the mark. */
  readonly highlight: (range: InputRange | undefined) => void;
  /** Shows another step of the session. */
  readonly showStep: (index: number) => void;
  /** Evaluates again after a failure. */
  readonly retry: () => void;
  /** Opens or closes a folded part. */
  readonly toggleFold: (id: string) => void;
}

/** Characters of the input. */
interface InputRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Calls the actions when a person clicks on or points at elements of a view. The `data-` attributes of an element name its action. The
 * listeners are on the view, because elements stay when their content changes.
 */
export function connectActions(view: HTMLElement, actions: VerdictActions): void {
  view.addEventListener("click", (event) => {
    const { line, step, retry, fold } = dataAt(event, "[data-line], [data-step], [data-retry], [data-fold]");
    if (line !== undefined) actions.showRule(Number(line));
    if (step !== undefined) actions.showStep(Number(step));
    if (retry !== undefined) actions.retry();
    if (fold === undefined) return;
    // The next view shows the part open or closed, with its content.
    event.preventDefault();
    actions.toggleFold(fold);
  });
  const mark = (event: Event): void => {
    const { start, end } = dataAt(event, "[data-start]");
    actions.highlight(start === undefined ? undefined : { start: Number(start), end: Number(end) });
  };
  const unmark = (): void => actions.highlight(undefined);
  view.addEventListener("mouseover", mark);
  view.addEventListener("mouseleave", unmark);
  view.addEventListener("focusin", mark);
  view.addEventListener("focusout", unmark);
}

/** The `data-` attributes of the nearest element around an event that has some of them. */
function dataAt({ target }: Event, selector: string): DOMStringMap {
  return (target instanceof Element ? target.closest<HTMLElement>(selector)?.dataset : undefined) ?? {};
}
