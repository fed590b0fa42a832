import type { Tone } from './geometry';

/** The token of the border of a box that stands out. */
export const TONE_TOKEN = {
  decisive: '--lost',
  held: '--held',
  partly: '--partly',
  lost: '--lost',
} as const satisfies Record<Exclude<Tone, 'plain'>, string>;

/** Reads tokens as plain colours: a canvas does not know `light-dark()` or `var()`. */
export function colourReader(box: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${token})`;
    box.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
