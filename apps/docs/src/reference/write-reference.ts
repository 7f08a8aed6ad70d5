import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { effectPage } from "./effect-page.ts";
import { enforcementPage } from "./enforcement-page.ts";
import { grammarPage } from "./grammar-page.ts";
import { languageCard } from "./language-card.ts";
import { pageText, type ReferencePage, repositoryPage } from "./page.ts";
import { predicatePage } from "./predicate-page.ts";

/** The pages that are generated from the packages, except the pages about the API. */
export async function referencePages(): Promise<readonly ReferencePage[]> {
  return [
    languageCard("en"),
    languageCard("zh"),
    grammarPage(),
    repositoryPage("docs/semantics.md", {
      path: "reference/semantics.md",
      title: "What a rule means",
      description: "The definition of the conditions of the rule language, short enough to check by hand.",
      order: 3,
    }),
    await predicatePage(),
    await enforcementPage(),
    effectPage(),
    repositoryPage("packages/rules/agentspec/docs/diagnostics.md", {
      path: "reference/diagnostics.md",
      title: "Diagnostics",
      description: "The problems of rules that are reported, by code, each with a bad and a good example.",
      order: 7,
    }),
  ];
}

/** Writes the generated pages into the folder of pages. */
export async function writeReference(folder: string): Promise<void> {
  for (const page of await referencePages()) {
    const path = join(folder, page.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, pageText(page));
  }
}
