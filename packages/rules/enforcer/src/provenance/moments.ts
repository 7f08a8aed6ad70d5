/** Finds dates and times in a text, whatever their format: `2026-05-01`, `May 1`. */

/** A date or a moment in a text. */
export interface Moment {
  /** The same for every way to write it: `@2026-12-01`, `@2026-12-01t09:30`, in UTC with a `z` at the end. */
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The dates and moments in a text, each in one form: `2026-12-01T09:30:00`, `December 1, 2026 at 9:30 am`, `9:30 on 1 December 2026` and
 * `2026年12月1日上午9点半` are the same. Dates whose order of day and month is unclear (`01/12/2026`) and dates without a year have no form.
 */
export function momentsIn(text: string): readonly Moment[] {
  const moments: Moment[] = [];
  for (const { start: offset, end: last } of aroundYears(text)) {
    for (const match of text.slice(offset, last).matchAll(datePattern)) {
      const date = dateOf(fieldsOf(match));
      if (date === undefined) continue;
      const start = offset + match.index;
      const end = start + match[0].length;
      moments.push({ form: `@${date}`, start, end });
      moments.push(...timesAfter(text, { date, start, end }), ...timeBefore(text, { date, start, end }));
    }
  }
  return moments;
}

/** Returns the parts of a text around years, where dates can be. */
function aroundYears(text: string): readonly { readonly start: number; readonly end: number }[] {
  const parts: { start: number; end: number }[] = [];
  for (const { index } of text.matchAll(/\d{4}/g)) {
    const [start, end] = [Math.max(0, index - longestDate), index + longestDate];
    const previous = parts.at(-1);
    if (previous !== undefined && start <= previous.end) previous.end = end;
    else parts.push({ start, end });
  }
  return parts;
}

/** With the characters before and after it that matter. */
const longestDate = 48;

/** A date, and where it stands. */
interface DateInText {
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

type Fields = Readonly<Partial<Record<Field, string>>>;
type Field = "year" | "month" | "day" | "name" | "a" | "b" | "hour" | "minute" | "second" | "half" | "zone" | "noon";

/** The moment whose time follows its date, and the end of a range: `2026-12-01, 9:30-10:30`. */
function timesAfter(text: string, { date, start, end }: DateInText): readonly Moment[] {
  const moments: Moment[] = [];
  let pattern = timeAfterDate;
  let from = end;
  while (moments.length < 2) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    const form = match === null ? undefined : momentForm(date, fieldsOf(match));
    if (match === null || form === undefined) return moments;
    from += match[0].length;
    moments.push({ form, start, end: from });
    pattern = timeAfterTime;
  }
  return moments;
}

/** Finds a moment whose time comes before its date: `9:30 on 1 December 2026`. */
function timeBefore(text: string, { date, start, end }: DateInText): readonly Moment[] {
  const from = Math.max(0, start - longestTime);
  const match = timeBeforeDate.exec(text.slice(from, start));
  const form = match === null ? undefined : momentForm(date, fieldsOf(match));
  return match === null || form === undefined ? [] : [{ form, start: from + match.index, end }];
}

const longestTime = 40;

const monthNames: readonly string[] = [
  "january jan januar jänner janvier enero",
  "february feb februar février febrero",
  "march mar märz mars marzo",
  "april apr avril abril",
  "may mai mayo",
  "june jun juni juin junio",
  "july jul juli juillet julio",
  "august aug août agosto",
  "september sept sep septembre septiembre",
  "october oct oktober okt octobre octubre",
  "november nov novembre noviembre",
  "december dec dezember dez décembre diciembre",
];
const months: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);
const monthName = [...months.keys()].sort((a, b) => b.length - a.length).join("|");
const dateForms = [
  "(?<year1>\\d{4})-(?<month1>\\d{1,2})-(?<day1>\\d{1,2})",
  "(?<year2>\\d{4})[/.](?<month2>\\d{1,2})[/.](?<day2>\\d{1,2})",
  "(?<day3>\\d{1,2})\\.[ ]?(?<month3>\\d{1,2})\\.[ ]?(?<year3>\\d{4})",
  "(?<a4>\\d{1,2})[/-](?<b4>\\d{1,2})[/-](?<year4>\\d{4})",
  `(?<day5>\\d{1,2})(?:st|nd|rd|th|er|\\.)?[ -](?:of[ ]|de[ ])?(?<name5>${monthName})\\.?,?[ -](?:de[ ]|del[ ])?(?<year5>\\d{4})`,
  `(?<name6>${monthName})\\.?[ ](?<day6>\\d{1,2})(?:st|nd|rd|th)?,?[ ](?<year6>\\d{4})`,
  "(?<year7>\\d{4})年[ ]?(?<month7>\\d{1,2})月[ ]?(?<day7>\\d{1,2})[日号]",
  "(?<year8>\\d{4})(?<month8>\\d\\d)(?<day8>\\d\\d)(?=T\\d{4})",
];
const datePattern = new RegExp(`(?<![\\p{L}\\p{N}.])(?:${dateForms.join("|")})(?:(?<=[日号])|(?!\\d))`, "giu");

/** `-` and an offset are a zone in ISO 8601, and the end of a range elsewhere. */
const offset = "(?:UTC|GMT)?\\+\\d{1,2}(?::?\\d\\d)?|(?:UTC|GMT)-\\d{1,2}(?::?\\d\\d)?|Z|UTC|GMT";
const timeForms = [
  "(?<hour1>\\d{1,2})(?:[.:](?<minute1>\\d\\d))?[ ]?(?:Uhr|hrs?|o['’]clock)(?![\\p{L}\\p{N}])",
  "(?<hour2>\\d{1,2})[ ]?h(?:[ ]?(?<minute2>\\d\\d))?(?![\\p{L}\\p{N}])",
  "(?<half3>上午|早上|凌晨|下午|晚上|中午)?(?<hour3>\\d{1,2})[点點时時](?:(?<minute3>\\d{1,2}|半)分?)?(?![\\p{N}:])",
  "(?<half4>上午|早上|凌晨|下午|晚上|中午)(?<hour4>\\d{1,2}):(?<minute4>\\d\\d)(?![\\p{N}:])",
  "(?<hour5>\\d{1,2}):(?<minute5>\\d\\d):(?<second5>\\d\\d)(?:\\.\\d{1,9})?[ ]?(?<zone5>-\\d\\d:?\\d\\d)(?![\\p{L}\\p{N}:])",
  `(?<hour6>\\d{1,2}):(?<minute6>\\d\\d)(?::(?<second6>\\d\\d)(?:\\.\\d{1,9})?)?(?:[ ]?(?<half6>[ap])\\.?m\\b\\.?)?(?:[ ]?(?<zone6>${offset}))?(?![\\p{L}\\p{N}:])`,
  `(?<hour7>\\d{1,2})[ ]?(?<half7>[ap])\\.?m\\b\\.?(?:[ ]?(?<zone7>${offset}))?(?![\\p{L}\\p{N}:])`,
  "(?<noon8>noon)(?![\\p{L}\\p{N}])",
];
const time = timeForms.join("|");
const isoTime =
  "T(?<hour9>\\d\\d):?(?<minute9>\\d\\d)(?::?(?<second9>\\d\\d)(?:\\.\\d{1,9})?)?(?<zone9>Z|[+-]\\d\\d(?::?\\d\\d)?)?(?![\\p{L}\\p{N}:])";
const words = "(?:at|from|um|ab|von|à|a las|om)[ ]";
const timeAfterDate = new RegExp(
  `(?:${isoTime}|(?:[ ]?[,;]?[ ](?:[-–—@(][ ]?)?(?:${words})?|(?<=[日号]))(?:${time}))`,
  "iuy",
);
const timeAfterTime = new RegExp(`[ ]?(?:[-–—~]|to|until|till|bis|至|到)[ ]?(?:${time})`, "iuy");
const weekday = "\\p{L}{2,10}\\.?,?[ ]";
const timeBeforeDate = new RegExp(
  `(?<![\\p{L}\\p{N}:.])(?:${time})(?:,?[ ](?:on[ ]|am[ ]|le[ ]|el[ ])?(?:the[ ])?(?:${weekday})?)$`,
  "iu",
);

/** The named groups of one of the forms, without the number of the form. */
function fieldsOf({ groups = {} }: RegExpMatchArray): Fields {
  const fields = Object.entries(groups).filter(([, text]) => text !== undefined);
  return Object.fromEntries(fields.map(([name, text]) => [name.slice(0, -1) || name, text]));
}

/** A date in ISO 8601; `undefined` if there is no such day, or it is unclear which number is the month. */
function dateOf({ year, month, day, name, a, b }: Fields): string | undefined {
  const number = name === undefined ? Number(month) : months.get(name.toLowerCase());
  if (a === undefined || b === undefined) return validDate(Number(year), number ?? 0, Number(day));
  const dates = [validDate(Number(year), Number(a), Number(b)), validDate(Number(year), Number(b), Number(a))];
  const [first, ...others] = dates.filter((date) => date !== undefined);
  return others.every((other) => other === first) ? first : undefined;
}

/** Returns the date if it exists in the calendar. */
function validDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/** The form of a moment; `undefined` if what stands for its time is not a time, such as a number after a date. */
function momentForm(date: string, { hour, minute, second, half, zone, noon }: Fields): string | undefined {
  if (noon !== undefined) return `@${date}t12:00`;
  const hours = hoursOf(Number(hour), half);
  const fields = [hours, minute === "半" ? 30 : Number(minute ?? 0), Number(second ?? 0)];
  if (!(hours <= 23) || fields.some((field) => field > 59)) return undefined;
  const text = `${date}T${fields.map((field) => String(field).padStart(2, "0")).join(":")}`;
  if (zone === undefined) return shortForm(text);
  const moment = new Date(`${text}${offsetOf(zone)}`);
  return Number.isNaN(moment.getTime()) ? undefined : `${shortForm(moment.toISOString().slice(0, 19))}z`;
}

/** Returns the hour of the day; `NaN` if it is invalid. */
function hoursOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  const isAfternoon = /^(?:p|下午|晚上|中午)$/i.test(half);
  if (hour >= 1 && hour <= 12) return (hour % 12) + (isAfternoon ? 12 : 0);
  return /[ap]/i.test(half) ? Number.NaN : hour; // 下午14点
}

/** An offset as `Date` reads it. */
function offsetOf(zone: string): string {
  const [, sign, hours = "", minutes = "00"] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? [];
  return sign === undefined ? "Z" : `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

/** Writes a moment as one word of the index: `@2026-05-01t09:30`. */
function shortForm(iso: string): string {
  return `@${iso.toLowerCase().replace(/:00$/, "")}`;
}
