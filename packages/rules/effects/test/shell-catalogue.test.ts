import { describe, expect, it } from "vitest";
import { subcommandOptions } from "../src/shell/catalogue/subcommand-options.ts";
import { catalogueNames, catalogueProgram } from "../src/shell/catalogue.ts";

function hasSubcommands(name: string): boolean {
  return catalogueProgram(name)?.groups.some(({ subcommand }) => subcommand.length > 0) === true;
}

describe("the catalogue of shell programs", () => {
  it.each(catalogueNames.filter(hasSubcommands))("lists the options of %s before its subcommand", (name) => {
    const advice =
      `"${name}" has subcommands but no row in subcommandOptions (src/shell/catalogue/subcommand-options.ts): ` +
      "list the options that take a value before the subcommand, or add it to withoutOptions.";
    expect(subcommandOptions.has(name), advice).toBe(true);
  });

  it.each([...subcommandOptions.keys()])("has entries for %s, of which it lists options", (name) => {
    const advice = `subcommandOptions has a row for "${name}", which no entry in src/shell/catalogue/ names: add an entry or remove the row.`;
    expect(catalogueNames.includes(name), advice).toBe(true);
  });
});
