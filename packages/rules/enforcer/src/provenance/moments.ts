/** A date or a moment in a text. */
export interface Moment {
  /** The same for every way to write it: `@2026-12-01`, `@2026-12-01t09:30`, in UTC with a `z` at the end. */
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The dates and moments in a text, each in one form: `2026-12-01T09:30:00`, `2026-12-01 09:30` and `December 1, 2026 at 9:30 am` are the same.
 * Dates whose order of day and month is unclear (`01/12/2026`) and dates without a year have no form.
 */
export function momentsIn(text: string): readonly Moment[] {
  const moments: Moment[] = [];
  for (const match of text.matchAll(datePattern)) {
    const { year, month, day, name } = fieldsOf(match);
    const number = name === undefined ? Number(month) : monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    const date = validDate(Number(year), number, Number(day));
    if (date === undefined) continue;
    const start = match.index;
    const end = start + match[0].length;
    moments.push({ form: `@${date}`, start, end });
    timePattern.lastIndex = end;
    const time = timePattern.exec(text);
    const form = time === null ? undefined : momentForm(date, time.groups ?? {});
    if (time !== null && form !== undefined) moments.push({ form, start, end: end + time[0].trimEnd().length });
  }
  return moments;
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthName =
  "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?";
const dateForms = [
  "(?<year1>\\d{4})-(?<month1>\\d{1,2})-(?<day1>\\d{1,2})",
  "(?<year2>\\d{4})/(?<month2>\\d{1,2})/(?<day2>\\d{1,2})",
  "(?<day3>\\d{1,2})\\.[ ]?(?<month3>\\d{1,2})\\.[ ]?(?<year3>\\d{4})",
  `(?<day4>\\d{1,2})(?:st|nd|rd|th|\\.)?[ ](?:of[ ])?(?<name4>${monthName})\\.?,?[ ](?<year4>\\d{4})`,
  `(?<name5>${monthName})\\.?[ ](?<day5>\\d{1,2})(?:st|nd|rd|th)?,?[ ](?<year5>\\d{4})`,
  "(?<year6>\\d{4})年(?<month6>\\d{1,2})月(?<day6>\\d{1,2})日",
];
const datePattern = new RegExp(`(?<![\\p{L}\\p{N}.])(?:${dateForms.join("|")})(?!\\d)`, "giu");
const timePattern =
  /(?:T|[ ]?,?[ ](?:at[ ]|um[ ])?|(?<=日))(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,9})?)?)?(?:[ ]?(?<half>[ap])\.?m\b\.?)?(?:[ ]?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)(?![\p{L}\p{N}]))?(?![\p{L}\p{N}:])/iuy;

/** The named groups of one of the forms of a date, without the number of the form. */
function fieldsOf({ groups = {} }: RegExpMatchArray): Partial<Record<"year" | "month" | "day" | "name", string>> {
  const fields = Object.entries(groups).filter(([, text]) => text !== undefined);
  return Object.fromEntries(fields.map(([name, text]) => [name.slice(0, -1), text]));
}

/** A date in ISO 8601; `undefined` if there is no such day. */
function validDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/** The form of a moment; `undefined` if what stands for its time is not a time, such as a number after a date. */
function momentForm(date: string, { hour, minute, second, half, zone }: Record<string, string>): string | undefined {
  if (minute === undefined && half === undefined) return undefined;
  const written = Number(hour);
  if (half !== undefined && (written < 1 || written > 12)) return undefined;
  const hours = half === undefined ? written : (written % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const fields = [hours, Number(minute ?? 0), Number(second ?? 0)];
  if (hours > 23 || fields.some((field) => field > 59)) return undefined;
  const text = `${date}T${fields.map((field) => String(field).padStart(2, "0")).join(":")}`;
  if (zone === undefined) return shortForm(text);
  const offset = /[+-]/.test(zone) ? zone.replace(/(\d\d):?(\d\d)/, "$1:$2") : "Z";
  return `${shortForm(new Date(`${text}${offset}`).toISOString().slice(0, 19))}z`;
}

function shortForm(iso: string): string {
  return `@${iso.toLowerCase().replace(/:00$/, "")}`;
}
