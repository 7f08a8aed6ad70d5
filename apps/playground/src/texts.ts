/** The texts of the page: four editors, the kind of the input, and the name of the tool. */
import { createEditor, type Editor } from "./editor/editor.ts";
import { type MarkLayer, markLayer } from "./editor/marks.ts";
import type { EvaluationRequest } from "./evaluation.ts";
import type { ExampleContent } from "./example-content.ts";
import { inputKindTexts } from "./input-kinds.ts";
import { showNotice } from "./notice.ts";
import { type InputKind, inputKinds } from "./share.ts";
import { byId, h, withCode } from "./view/dom.ts";

/** The highlighted tokens of the rules editor. */
export const ruleTokens: MarkLayer = markLayer();
export const testTokens: MarkLayer = markLayer();
export const effectLayer: MarkLayer = markLayer();
export const highlightLayer: MarkLayer = markLayer();

/** The texts of the page. */
export interface Texts {
  readonly rules: Editor;
  readonly tests: Editor;
  readonly input: Editor;
  kind(): InputKind;
  /** Everything that is evaluated and shared. */
  content(): ExampleContent & EvaluationRequest;
  show(content: ExampleContent): void;
}

/** Creates the editors and fields; `onChange` is called after the user has changed one. */
export function createTexts(onChange: () => void): Texts {
  const [kind, tool] = [byId<HTMLSelectElement>("kind"), byId<HTMLInputElement>("tool")];
  kind.append(...inputKinds.map((value) => h("option", { value }, inputKindTexts[value].label)));
  const rules = createEditor({
    parent: byId("rules-editor"),
    label: "Rules",
    placeholder: "rule @name trigger … check … enforce … end",
    lineNumbers: true,
    extensions: ruleTokens.extension,
    onChange,
  });
  const tests = createEditor({
    parent: byId("tests-editor"),
    label: "Tests",
    placeholder: 'test "a name" when … expect … end',
    lineNumbers: true,
    extensions: testTokens.extension,
    onChange,
  });
  const context = createEditor({
    parent: byId("context-editor"),
    label: "Context",
    placeholder: '{"policy": {}}',
    lineNumbers: true,
    onChange,
  });
  const input = createEditor({
    parent: byId("input-editor"),
    label: "Input",
    placeholder: "",
    lineNumbers: false,
    onChange,
    extensions: [effectLayer.extension, highlightLayer.extension],
  });
  const layers: readonly (readonly [MarkLayer, Editor])[] = [
    [ruleTokens, rules],
    [testTokens, tests],
    [effectLayer, input],
    [highlightLayer, input],
  ];
  const inputKind = (): InputKind => inputKinds.find((one) => one === kind.value) ?? "shell";
  const showKind = (): void => {
    const { note, placeholder } = inputKindTexts[inputKind()];
    byId("input-note").replaceChildren(...withCode(note));
    byId("tool-field").hidden = inputKind() !== "call";
    byId("file-field").hidden = inputKind() !== "trace";
    input.setPlaceholder(placeholder);
  };
  kind.addEventListener("change", () => {
    showKind();
    onChange();
  });
  tool.addEventListener("input", onChange);
  openFiles((text) => {
    kind.value = "trace";
    showKind();
    input.setText(text);
    onChange();
  });
  return {
    rules,
    tests,
    input,
    kind: inputKind,
    content: () => ({
      rules: rules.text(),
      tests: tests.text(),
      context: context.text(),
      input: { kind: inputKind(), text: input.text(), tool: inputKind() === "call" ? tool.value : undefined },
    }),
    show(content) {
      kind.value = content.input.kind;
      tool.value = content.input.tool ?? "";
      showKind();
      rules.setText(content.rules);
      tests.setText(content.tests);
      context.setText(content.context);
      input.setText(content.input.text);
      for (const [layer, { view }] of layers) layer.show(view, []);
    },
  };
}

/** The largest file that is opened, in bytes. */
const largestFile = 5_000_000;

/** Opens recorded sessions: files that a person chooses, or drops on the input. */
function openFiles(open: (text: string) => void): void {
  const [chooser, panel] = [byId<HTMLInputElement>("file"), byId("input-panel")];
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > largestFile) {
      const [size, limit] = [file.size, largestFile].map((bytes) => (bytes / 1_000_000).toFixed(1));
      showNotice(`${file.name} has ${size} MB: expected a recorded session of at most ${limit} MB`);
      return;
    }
    try {
      open(await file.text());
    } catch (error) {
      showNotice(`${file.name} can't be read: ${(error as Error).message}`);
    }
  };
  chooser.addEventListener("change", () => {
    void read(chooser.files?.[0]);
    chooser.value = "";
  });
  // A file that is dropped elsewhere must not replace the page.
  const keepPage = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
  };
  addEventListener("dragover", keepPage);
  addEventListener("drop", keepPage);
  panel.addEventListener(
    "drop",
    (event) => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void read(file);
    },
    { capture: true },
  );
}
