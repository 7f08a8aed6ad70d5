/** Creates a text editor of the page with CodeMirror. */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { editorTheme } from "./editor-theme.ts";

/** Options of an editor. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  /** The name for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly lineNumbers: boolean;
  readonly extensions?: Extension;
  /** Called after the user has changed the text. */
  readonly onChange: () => void;
}

/** An editor of a text. */
export interface Editor {
  readonly view: EditorView;
  text(): string;
  /** Replaces the whole text, without a call of `onChange`. */
  setText(text: string): void;
  setPlaceholder(text: string): void;
  /** Adds extensions that were loaded later. */
  extend(extensions: Extension): void;
}

/** The nonce of the page's policy for the styles that CodeMirror adds. */
const styleNonce = "helve-editor";

/** Characters that can't be seen or change the direction of text, without the joiner of emoji. */
const invisible = /(?!\u200d)\p{Cf}/gu;

/** Makes the Tab key after Escape leave the editor, also if the Escape key closed a list of completions. */
const leaveByEscape = Prec.highest(
  EditorView.domEventHandlers({
    keydown({ key }, view) {
      if (key === "Escape") view.setTabFocusMode(2000);
    },
  }),
);

/** Creates an editor. */
export function createEditor(options: EditorOptions): Editor {
  const [later, hint] = [new Compartment(), new Compartment()];
  let isReplacing = false;
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      extensions: [
        EditorView.cspNonce.of(styleNonce),
        ...(options.lineNumbers ? [lineNumbers()] : []),
        history(),
        drawSelection(),
        highlightSpecialChars({ addSpecialChars: invisible }),
        leaveByEscape,
        indentUnit.of("  "),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        hint.of(placeholder(options.placeholder)),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          tabindex: "0",
          spellcheck: "false",
          autocapitalize: "off",
          autocorrect: "off",
          "aria-describedby": "escape-hint",
        }),
        editorTheme,
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged && !isReplacing) options.onChange();
        }),
        options.extensions ?? [],
        later.of([]),
      ],
    }),
  });
  return {
    view,
    text: () => view.state.doc.toString(),
    setText(text) {
      isReplacing = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
      isReplacing = false;
    },
    setPlaceholder: (text) => view.dispatch({ effects: hint.reconfigure(placeholder(text)) }),
    extend: (extensions) => view.dispatch({ effects: later.reconfigure(extensions) }),
  };
}
