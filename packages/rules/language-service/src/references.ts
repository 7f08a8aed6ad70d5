import type { TextRange } from "@helve/core";
import { clampOffset, tokenAt } from "./at-offset.ts";
import { definitionAt, type LocationLink } from "./definition.ts";
import { lexedText, type OpenProgram, tokenRange } from "./open-program.ts";
import { type RenameResult, renameAt } from "./rename.ts";
import { ruleOutlines } from "./rule-outline.ts";
import { symbolAt } from "./symbol-at.ts";
import { testOutlines } from "./test-outline.ts";
import type { TextEdit } from "./text-edit.ts";

/**
 * Finds all places with the name at an offset, in the order of the text: for a `let`, those of its rule, or of the text if it is shared; for a
 * rule, also the tests that name it. Tests can be in a file of their own.
 *
 * @param offset - in UTF-16 units
 * @param linked - the other texts that belong to the same rules, such as the file of their tests
 *
 * @example
 * const program = openProgram("rule @a trigger X let n = 1 check args.size > n enforce stop end");
 * referencesAt(program, 22).map(({ isDeclaration }) => isDeclaration); // [true, false]
 */
export function referencesAt(
  program: OpenProgram,
  offset: number,
  linked: readonly OpenProgram[] = [],
): readonly NameReference[] {
  const name = ruleNameAt(program, offset)?.name;
  if (name !== undefined) return [program, ...linked].flatMap((each) => ruleNameRanges(each, name));
  const symbol = symbolAt(program, clampOffset(program, offset));
  if (symbol?.kind !== "binding") return [];
  const references = symbol.references.flatMap((range) =>
    range === undefined ? [] : [{ program, range, isDeclaration: false }],
  );
  return [{ program, range: symbol.declaration, isDeclaration: true }, ...references].sort(
    (a, b) => a.range.start.offset - b.range.start.offset,
  );
}

/** A place with a name. */
export interface NameReference {
  /** The text that contains it. */
  readonly program: OpenProgram;
  readonly range: TextRange;
  /** Whether the rule or the `let` is declared here. */
  readonly isDeclaration: boolean;
}

/**
 * Finds the declaration of the name at an offset like `definitionAt`, also if it is in another text.
 *
 * @param linked - the other texts that belong to the same rules, such as the file of their tests
 */
export function linkedDefinitionAt(
  program: OpenProgram,
  offset: number,
  linked: readonly OpenProgram[],
): LinkedDefinition | undefined {
  const link = definitionAt(program, offset);
  if (link !== undefined) return { program, link };
  const named = ruleNameAt(program, offset);
  if (named === undefined) return undefined;
  for (const other of linked) {
    const declaration = ruleNameRanges(other, named.name).find(({ isDeclaration }) => isDeclaration);
    const found = declaration && definitionAt(other, declaration.range.start.offset);
    if (found !== undefined) return { program: other, link: { ...found, originSelectionRange: named.range } };
  }
  return undefined;
}

/** A declaration with the text that contains it. */
export interface LinkedDefinition {
  readonly program: OpenProgram;
  readonly link: LocationLink;
}

/**
 * Renames the rule or the `let` at an offset like `renameAt`, and a rule in the other texts, too. It is refused if one of the texts refuses.
 *
 * @param linked - the other texts that belong to the same rules, such as the file of their tests
 */
export function linkedRenameAt(
  program: OpenProgram,
  offset: number,
  name: string,
  linked: readonly OpenProgram[],
): LinkedRenameResult {
  const named = ruleNameAt(program, offset);
  if (named === undefined) return inOneText(program, renameAt(program, offset, name));
  const edits: ProgramEdits[] = [];
  const texts = [program, ...linked].map((each) => ({ each, places: ruleNameRanges(each, named.name) }));
  if (!texts.some(({ places }) => places.some(({ isDeclaration }) => isDeclaration))) {
    return { kind: "refused", reason: `there is no rule @${named.name} to rename` };
  }
  for (const { each, places } of texts) {
    const declaration = places.find(({ isDeclaration }) => isDeclaration);
    if (declaration === undefined) {
      const clash = name === named.name ? [] : ruleNameRanges(each, name);
      if (clash.some(({ isDeclaration }) => isDeclaration)) {
        return { kind: "refused", reason: `there is already a rule @${name}: choose another name` };
      }
      if (places.length > 0)
        edits.push({ program: each, edits: places.map(({ range }) => ({ range, newText: name })) });
      continue;
    }
    const result = renameAt(each, declaration.range.start.offset, name);
    if (result.kind === "refused") return result;
    if (result.edits.length > 0) edits.push({ program: each, edits: result.edits });
  }
  return { kind: "edits", edits };
}

/** The result of a rename in several texts: the changes of each, or the reason why the name was refused. */
export type LinkedRenameResult =
  | { readonly kind: "edits"; readonly edits: readonly ProgramEdits[] }
  | Extract<RenameResult, { kind: "refused" }>;

/** The changes of one text. */
export interface ProgramEdits {
  readonly program: OpenProgram;
  readonly edits: readonly TextEdit[];
}

/** Returns the edits of a renaming within one text. */
function inOneText(program: OpenProgram, result: RenameResult): LinkedRenameResult {
  return result.kind === "refused" ? result : { kind: "edits", edits: [{ program, edits: result.edits }] };
}

/** The name of a rule at an offset, in the rule or in a test. The rule need not be in the text. */
export function ruleNameAt(
  program: OpenProgram,
  offset: number,
): { readonly name: string; readonly range: TextRange } | undefined {
  const token = tokenAt(program, clampOffset(program, offset));
  if (token === undefined) return undefined;
  const names = [...ruleOutlines(program).map(({ name }) => name), ...testOutlines(program).flatMap(namesOf)];
  const found = names.find((name) => name?.startOffset === token.startOffset);
  return found && { name: found.image, range: tokenRange(found, lexedText(program)) };
}

function namesOf({ ruleNames }: ReturnType<typeof testOutlines>[number]) {
  return ruleNames;
}

/** All places with the name of a rule, in the order of the text. */
function ruleNameRanges(program: OpenProgram, name: string): readonly NameReference[] {
  const lexed = lexedText(program);
  const declarations = ruleOutlines(program).flatMap((outline) =>
    outline.name?.image === name ? [{ program, range: tokenRange(outline.name, lexed), isDeclaration: true }] : [],
  );
  const references = testOutlines(program)
    .flatMap(namesOf)
    .filter(({ image }) => image === name)
    .map((token) => ({ program, range: tokenRange(token, lexed), isDeclaration: false }));
  return [...declarations, ...references].sort((a, b) => a.range.start.offset - b.range.start.offset);
}
