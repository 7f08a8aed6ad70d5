/** Collects the texts and numbers in the arguments of a call. */

/** Collects the texts and numbers in a value, up to some hundred. */
export function everyText(value: unknown): readonly string[] {
  const texts: string[] = [];
  const visit = (part: unknown): void => {
    if (texts.length >= most) return;
    if (typeof part === "string" || typeof part === "number") texts.push(String(part));
    else if (typeof part === "object" && part !== null) for (const member of Object.values(part)) visit(member);
  };
  visit(value);
  return texts;
}

const most = 500;
