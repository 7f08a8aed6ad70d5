/** Joins parts of a Chinese sentence; puts a space where a Chinese character and a character of another script meet. */
export function joinWithHanSpacing(...contents: readonly (string | readonly string[])[]): string {
  const parts = contents.flat().filter((part) => part !== "");
  return parts
    .map((part, index) => {
      const before = parts[index - 1]?.slice(-1) ?? "";
      const first = part.slice(0, 1);
      const isGap = (isHan.test(before) && isPlain.test(first)) || (isPlain.test(before) && isHan.test(first));
      return isGap ? ` ${part}` : part;
    })
    .join("");
}

const isHan = /\p{Script=Han}/u;
const isPlain = /[^\p{Script=Han}\s，。、；：？！（）“”…]/u;
