/** Every sentence of the help page that is not in its pages. */
export const HELP = {
  title: 'Help',
  open: 'Help',
  opening: 'Opening the help …',
  back: 'Back to the notebook',
  contents: 'Pages',
  /** In reading order; the ids are the anchors. */
  pages: [
    { id: 'start', name: 'First steps' },
    { id: 'verdicts', name: 'How verdicts are found' },
    { id: 'record', name: 'Record a trace' },
    { id: 'models', name: 'Connect a model' },
    { id: 'prompts', name: 'Try better prompts' },
    { id: 'privacy', name: 'What leaves this browser' },
  ],
  noImage: (alt: string) => `[${alt}]`,
} as const;
