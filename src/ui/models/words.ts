import { plural } from '../texts';

/** What the page says of models before their cell is fetched. */
export const MODEL_WORDS = {
  loading: 'Starting the models …',
  taken: (name: string): string => `${name} is set up: it is in the Models cell.`,
  summary: (usable: number): string =>
    usable === 0 ? 'none ready to use' : `${plural(usable, 'model')} ready to use`,
  choose: 'Model',
  none: 'No model is set up yet. Add one in the Models cell.',
  noModel: 'without a model',
};
