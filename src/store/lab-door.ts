import type {
  LabRecord,
  RunRecord,
  StepRecord,
  SuggestionRecord,
  TrialRecord,
} from '../optimize/records/records';
import type { Result } from '../base/result';
import type { Access } from './access';

/** Prompt labs with their trials, suggestions and runs; replayed traces as the exports they are. */
export class LabDoor {
  constructor(private readonly access: Access) {}

  all(): Promise<Result<readonly LabRecord[]>> {
    return this.access.read('reading prompt labs', (tables) => tables.all('labs'));
  }

  get(id: string): Promise<Result<LabRecord | undefined>> {
    return this.access.read('reading a prompt lab', (tables) => tables.get('labs', id));
  }

  put(lab: LabRecord): Promise<Result<void>> {
    return this.access.write('storing a prompt lab', (tables) => tables.put('labs', [lab]));
  }

  trials(labId: string): Promise<Result<readonly TrialRecord[]>> {
    return this.access.read('reading trials', (tables) => tables.under('trials', labId));
  }

  putTrial(trial: TrialRecord): Promise<Result<void>> {
    return this.access.write('storing a trial', (tables) => tables.put('trials', [trial]));
  }

  suggestions(labId: string): Promise<Result<readonly SuggestionRecord[]>> {
    return this.access.read('reading suggestions', (tables) => tables.under('suggestions', labId));
  }

  putSuggestion(suggestion: SuggestionRecord): Promise<Result<void>> {
    return this.access.write('storing a suggestion', (tables) =>
      tables.put('suggestions', [suggestion]),
    );
  }

  runs(labId: string): Promise<Result<readonly RunRecord[]>> {
    return this.access.read('reading runs', (tables) => tables.under('labRuns', labId));
  }

  putRun(run: RunRecord): Promise<Result<void>> {
    return this.access.write('storing a run', (tables) => tables.put('labRuns', [run]));
  }

  steps(runId: string): Promise<Result<readonly StepRecord[]>> {
    return this.access.read('reading the steps of a run', (tables) =>
      tables.under('labSteps', runId),
    );
  }

  putStep(step: StepRecord): Promise<Result<void>> {
    return this.access.write('storing a step', (tables) => tables.put('labSteps', [step]));
  }

  async trace(ref: string): Promise<Result<Blob | undefined>> {
    const row = await this.access.read('reading a replayed trace', (tables) =>
      tables.get('trialTraces', ref),
    );
    return row.ok ? { ok: true, value: row.value?.bytes } : row;
  }

  putTrace(ref: string, bytes: Blob): Promise<Result<void>> {
    return this.access.write('storing a replayed trace', (tables) =>
      tables.put('trialTraces', [{ ref, bytes }]),
    );
  }
}
