const MONTHS: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const two = (value: number | string): string => String(value).padStart(2, '0');

/** LoCoMo's `1:56 pm on 8 May, 2023` as ISO; the text itself when it is something else. */
export function locomoDate(text: string): string {
  const found = /^(\d{1,2}):(\d{2}) ([ap]m) on (\d{1,2}) ([A-Za-z]+),? (\d{4})$/.exec(text.trim());
  if (found === null) return text;
  const [, hour = '', minute = '', half = '', day = '', month = '', year = ''] = found;
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (number === 0) return text;
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return `${year}-${two(number)}-${two(day)}T${two(hours)}:${minute}:00`;
}

/** LongMemEval's `2023/05/20 (Sat) 02:21`. */
export function longMemEvalDate(text: string): string {
  const found = /^(\d{4})\/(\d{2})\/(\d{2}) \([A-Za-z]+\) (\d{2}):(\d{2})/.exec(text.trim());
  if (found === null) return text;
  const [, year = '', month = '', day = '', hour = '', minute = ''] = found;
  return `${year}-${month}-${day}T${hour}:${minute}:00`;
}

/** RealMem's `2025-12-15 (Monday)`: the data set counts every session as held at noon. */
export function realMemDate(text: string): string {
  const found = /^(\d{4}-\d{2}-\d{2})/.exec(text.trim());
  return found === null ? text : `${found[1] ?? ''}T12:00:00`;
}
