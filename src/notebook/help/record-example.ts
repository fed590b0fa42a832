import { randomIds, Recorder, reprText, systemClock } from '../../replay/recorder';

/** Records one message, the memory made of it, and one question, and returns the trace as text. */
export function recordExample(): string {
  const run = { userId: 'user-1', projectId: 'my-memory', metadata: {} };
  const recorder = new Recorder(run, randomIds, systemClock);

  recorder.openSession({ category: 'session', name: 'first talk' });
  const message = recorder.variable({
    name: 'message-1',
    category: 'message',
    value: JSON.stringify({ role: 'user', name: 'Ana', content: 'I adopted my cat on 3 May.' }),
    comment: 'What was said.',
    metadata: { timestamp: '2024-05-04T09:00:00' },
  });
  const store = recorder.operation({ name: 'store', category: 'construction' });
  const unit = recorder.variable({
    name: 'unit-1',
    className: 'memory-unit',
    category: 'memory_entry',
    value: reprText('Ana has a cat.'),
    comment: 'The memory that was kept.',
  });
  store.link([message], [unit], {});

  recorder.openSession({ category: 'memory_evaluation' });
  const query = recorder.variable({
    name: 'question-1',
    className: 'query',
    category: 'query',
    value: 'When did Ana adopt her cat?',
    metadata: { evidence: ['message-1'], question_type: 'temporal' },
  });
  const search = recorder.operation({ name: 'search', category: 'retrieval' });
  search.link([query], [unit], {});

  const answer = recorder.operation({ name: 'question-answering', category: 'evaluation' });
  const context = recorder.variable({
    name: 'context-1',
    className: 'context',
    category: 'memory_context',
    value: reprText('Ana has a cat.'),
  });
  const prediction = recorder.variable({
    name: 'prediction-1',
    className: 'prediction',
    category: 'llm_response',
    value: 'The memories do not say.',
  });
  answer.link([unit], [context], {});
  answer.link([query, context], [prediction], {});

  const judge = recorder.operation({ name: 'llm-judge', category: 'evaluation' });
  const gold = recorder.variable({
    name: 'gold-1',
    className: 'golden_answers',
    category: 'golden_answers',
    value: '3 May',
  });
  const response = recorder.variable({
    name: 'response-1',
    className: 'judge_response',
    category: 'llm_response',
    value: 'Incorrect.',
  });
  const score = recorder.variable({ name: 'score-1', className: 'judge_score', value: '0.0' });
  judge.link([query, gold, prediction], [response], {});
  judge.link([response], [score], {});

  return recorder.export();
}
