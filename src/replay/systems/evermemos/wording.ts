/** How EverMemOS writes messages, times and documents into its prompts. */

/** A buffered message. */
export interface BufferedMessage {
  readonly content: string;
  readonly role: string;
  readonly speaker_id: string;
  readonly speaker_name: string;
  readonly timestamp: string;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/;

/** The fields of an ISO time as written: no time zone is applied. */
function parts(timestamp: string) {
  const [, year = '1970', month = '01', day = '01', hour = '00', minute = '00', second = '00'] =
    ISO.exec(timestamp) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return { year, month, day, hour, minute, second, weekday: DAYS[date.getUTCDay()] ?? '' };
}

/** Milliseconds of an ISO time, read as UTC; NaN when it is none. */
export const timeOf = (timestamp: string): number => {
  if (!ISO.test(timestamp)) return Number.NaN;
  const { year, month, day, hour, minute, second } = parts(timestamp);
  return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
};

/** `2023-05-08T13:56:00+00:00`. */
export const withZone = (timestamp: string): string =>
  /(?:Z|[+-]\d{2}:?\d{2})$/.test(timestamp) ? timestamp : `${timestamp}+00:00`;

function longDate(timestamp: string): {
  readonly date: string;
  readonly day: string;
  readonly time: string;
} {
  const { year, month, day, hour, minute, weekday } = parts(timestamp);
  const twelve = Number(hour) % 12 === 0 ? 12 : Number(hour) % 12;
  const half = Number(hour) < 12 ? 'AM' : 'PM';
  return {
    date: `${MONTHS[Number(month) - 1] ?? ''} ${day}, ${year}`,
    day: weekday,
    time: `${String(twelve).padStart(2, '0')}:${minute} ${half}`,
  };
}

/** `November 09, 2023 (Thursday) at 09:13 PM UTC`: the start of an episode. */
export function episodeTime(timestamp: string): string {
  const { date, day, time } = longDate(timestamp);
  return `${date} (${day}) at ${time} UTC`;
}

/** `November 09, 2023(Thursday) at 09:13 PM`: the time of an event log. */
export function eventTime(timestamp: string): string {
  const { date, day, time } = longDate(timestamp);
  return `${date}(${day}) at ${time}`;
}

/** Messages as boundary detection reads them, one a line. */
export const boundaryLines = (messages: readonly BufferedMessage[]): string =>
  messages.map((m) => `[${clock(m.timestamp)}] ${m.speaker_name}: ${m.content}`).join('\n');

/** Messages as the event log reads them, one a line. */
export const eventLines = (messages: readonly BufferedMessage[]): string =>
  messages.map((m) => `[${clock(m.timestamp)}+00:00] ${m.speaker_name}: ${m.content}\n`).join('');

/** Messages as episode extraction reads them. */
export const episodeBlocks = (messages: readonly BufferedMessage[]): string =>
  messages
    .map((m) => {
      const pad = ' '.repeat(16);
      const inner = ' '.repeat(20);
      return `\n${pad}{\n${inner}"timestamp": ${m.timestamp},\n${inner}"speaker": ${m.speaker_name},\n${inner}"content": ${m.content}\n${pad}}`;
    })
    .join('\n');

function clock(timestamp: string): string {
  const { year, month, day, hour, minute, second } = parts(timestamp);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** A document's content is cut after this many characters. */
const DOCUMENT = 500;

/** Documents as the sufficiency check and the query refinement read them. */
export const documentsText = (
  documents: readonly { readonly subject: string; readonly episode: string }[],
): string =>
  documents
    .map(({ subject, episode }, i) => {
      const content = shortened(episode, DOCUMENT);
      return `Document ${i + 1}:\n  Title: ${subject}\n  Content: ${content}\n`;
    })
    .join('\n');

/** A text, or its first characters and an ellipsis. */
export function shortened(text: string, limit: number): string {
  const start = firstCharacters(text, limit);
  return start === text ? text : `${start}...`;
}

/** The first `count` characters; surrogate pairs stay whole. */
export const firstCharacters = (text: string, count: number): string =>
  Array.from(text).slice(0, count).join('');
