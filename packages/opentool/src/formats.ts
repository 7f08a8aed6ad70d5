/** The string formats that are checked (JSON Schema 2020-12 §7.3); any other is ignored. */
export const formats: Readonly<Record<string, RegExp | ((text: string) => boolean)>> = {
  date,
  time: (text) => time.test(text),
  "date-time": (text) => date(text.slice(0, 10)) && /^[Tt ]$/.test(text.charAt(10)) && time.test(text.slice(11)),
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/,
};

/** RFC 3339, with a zone. */
const time = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function date(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}
