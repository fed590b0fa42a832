import type { StylesheetJson } from 'cytoscape';
import { colourReader, TONE_TOKEN } from './paint';
import { ROLE_LOOK, ROLES } from './roles';

/** How boxes, arrows and bands look, in the colours and the type of an element of the page. */
export function styleOf(box: HTMLElement): StylesheetJson {
  const colour = colourReader(box);
  return [
    {
      selector: 'node.box',
      style: {
        label: 'data(label)',
        width: 'data(w)',
        height: 'data(h)',
        'background-color': colour('--sheet'),
        'border-width': 1.5,
        color: colour('--ink'),
        'font-family': getComputedStyle(box).fontFamily,
        'font-size': 11,
        'line-height': 1.2,
        'text-wrap': 'wrap',
        'text-max-width': '188px',
        'text-valign': 'center',
        'text-halign': 'center',
      },
    },
    ...ROLES.map((role) => ({
      selector: `node.${role}`,
      style: { shape: ROLE_LOOK[role].shape, 'border-color': colour(ROLE_LOOK[role].stroke) },
    })),
    { selector: 'node.operation', style: { 'background-color': colour('--accent-wash') } },
    ...(['held', 'partly', 'lost'] as const).map((tone) => ({
      selector: `node.${tone}`,
      style: { 'border-color': colour(TONE_TOKEN[tone]), 'border-width': 2.5 },
    })),
    {
      selector: 'node.decisive',
      style: {
        'border-color': colour(TONE_TOKEN.decisive),
        'border-width': 4,
        'font-weight': 'bold' as const,
      },
    },
    {
      selector: 'node.band',
      style: {
        width: 'data(w)',
        height: 'data(h)',
        shape: 'rectangle',
        'background-color': colour('--sunken'),
        'border-width': 0,
        events: 'no' as const,
        'z-index-compare': 'manual' as const,
        'z-index': 0,
      },
    },
    {
      selector: 'node.bandname',
      style: {
        label: 'data(label)',
        width: 1,
        height: 1,
        'background-opacity': 0,
        color: colour('--ink-2'),
        'font-family': getComputedStyle(box).fontFamily,
        'font-size': 12,
        'text-valign': 'center',
        'text-halign': 'right',
        events: 'no' as const,
        'z-index-compare': 'manual' as const,
        'z-index': 1,
      },
    },
    {
      selector: 'edge',
      style: {
        width: 1.5,
        'line-color': colour('--edge'),
        'target-arrow-color': colour('--edge'),
        'target-arrow-shape': 'triangle',
        'curve-style': 'bezier',
        'z-index-compare': 'manual' as const,
        'z-index': 2,
      },
    },
    {
      selector: 'node.box',
      style: { 'z-index-compare': 'manual' as const, 'z-index': 3 },
    },
    {
      selector: 'node.chosen',
      style: {
        'underlay-color': colour('--accent'),
        'underlay-opacity': 0.35,
        'underlay-padding': 5,
      },
    },
  ];
}

/** Calls back when the colours change; returns what stops it. */
export function onTheme(changed: () => void): () => void {
  const themes = new MutationObserver(changed);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    themes.disconnect();
    system.removeEventListener('change', changed);
  };
}
