import type { JsonObject } from "@helve/core";
import { ownMember } from "@helve/core/internal";

/** Replaces `{name}` by the text or number of that name. Any other text in braces is unchanged. */
export function fillTemplate(template: string, values: JsonObject): string {
  return template.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) => {
    const value = ownMember(values, name);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : whole;
  });
}
