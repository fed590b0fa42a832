/**
 * The first `length` UTF-16 units of a text, with an ellipsis when something was cut. Never cuts a
 * surrogate pair in two.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}
