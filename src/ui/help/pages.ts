import { RECORD_EXAMPLE } from '../../notebook/help';
import models from './pages/models.md?raw';
import privacy from './pages/privacy.md?raw';
import prompts from './pages/prompts.md?raw';
import record from './pages/record.md?raw';
import start from './pages/start.md?raw';
import verdicts from './pages/verdicts.md?raw';

/** The Markdown of each help page, by the id in `HELP.pages`. */
export const HELP_PAGES = {
  start,
  verdicts,
  record: record.replace('@@RECORD_EXAMPLE@@', () => `\`\`\`ts\n${RECORD_EXAMPLE.trim()}\n\`\`\``),
  models,
  prompts,
  privacy,
} as const;
