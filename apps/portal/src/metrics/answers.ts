import type { Records } from '@tidewaiter/records';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Measures the cached answers, whenever they are asked for. */
export function measureAnswers(records: Records, registry: Registry): void {
  const registers = [registry];
  new Counter({
    ...{ name: 'tidewaiter_answers_total', help: 'Answers of the records by how they were found', registers },
    labelNames: ['found'],
    collect() {
      const { bytes, ...found } = records.state().answers;
      this.reset();
      for (const [how, count] of Object.entries(found)) this.inc({ found: how }, count);
    },
  });
  new Gauge({
    ...{ name: 'tidewaiter_answer_cache_bytes', help: 'What the cached answers weigh', registers },
    collect() {
      this.set(records.state().answers.bytes);
    },
  });
}
