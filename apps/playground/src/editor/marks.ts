/** Marked characters of an editor. They move with the text until new ones arrive. */
import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Characters of an editor to highlight, with a tooltip. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** The classes of the element around them. */
  readonly className: string;
  /** The tooltip of the marks. */
  readonly title?: string;
}

/** Marks of one kind: each kind is replaced as a whole. */
export interface MarkLayer {
  readonly extension: Extension;
  show(view: EditorView, marks: readonly Mark[]): void;
}

/** Creates a kind of marks. */
export function markLayer(): MarkLayer {
  const replaced = StateEffect.define<DecorationSet>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (marks, transaction) => {
      const effect = transaction.effects.find((one) => one.is(replaced));
      return effect?.value ?? marks.map(transaction.changes);
    },
    provide: (own) => EditorView.decorations.from(own),
  });
  return {
    extension: field,
    show(view, marks) {
      const next = decorations(marks, view.state.doc.length);
      if (!RangeSet.eq([view.state.field(field)], [next])) view.dispatch({ effects: replaced.of(next) });
    },
  };
}

/** Creates CodeMirror decorations for marks. */
function decorations(marks: readonly Mark[], length: number): DecorationSet {
  const ranges = marks
    .filter(({ start, end }) => start < end && end <= length)
    .map(({ start, end, className, title }) =>
      Decoration.mark({ class: className, attributes: title === undefined ? undefined : { title } }).range(start, end),
    );
  return Decoration.set(ranges, true);
}
