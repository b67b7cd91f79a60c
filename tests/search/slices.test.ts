import { expect, it } from 'vitest';
import { analysePassage } from '../../src/search/analyse.ts';
import { factsSteps } from '../../src/search/facts/passage-facts.ts';
import { rerankSegmentSteps } from '../../src/search/rerank/rerank-segment.ts';
import { segmentSteps } from '../../src/search/segment.ts';
import { runAtOnce, runInSlices, type Steps } from '../../src/search/slices.ts';

/** Counts the points at which the steps can be interrupted. */
function countSteps(steps: Steps<unknown>): number {
  let count = 0;
  while (!steps.next().done) count++;
  return count;
}

it('lets requests run between slices of long work', async () => {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  function* work(): Steps<string> {
    for (let step = 0; step < 5; step++) {
      const end = performance.now() + 20;
      while (performance.now() < end);
      yield;
    }
    return 'done';
  }
  expect(await runInSlices(work())).toBe('done');
  isRunning = false;
  expect(turns).toBeGreaterThanOrEqual(5);
});

it('rejects with the error of a step', async () => {
  function* work(): Steps {
    yield;
    throw new RangeError('unreadable');
  }
  await expect(runInSlices(work())).rejects.toThrow(RangeError);
});

it('loads a knowledge base and its facts in small steps', () => {
  const rows = Array.from({ length: 2_000 }, (_, ordinal) => {
    const text = `Loja ${ordinal}: telefone (11) 3333-${1000 + ordinal}, aberta de segunda a sexta das 9h às 18h.`;
    const chunk = { contentId: 'a', ordinal, title: 'Lojas', heading: null, page: null, url: null, text };
    const passage = { ...chunk, question: null, answer: null };
    return { passage, analysis: analysePassage(passage) };
  });
  expect(countSteps(segmentSteps(rows))).toBeGreaterThan(rows.length / 40);
  const segment = runAtOnce(segmentSteps(rows));
  expect(countSteps(factsSteps(segment))).toBeGreaterThanOrEqual(rows.length / 10);
  expect(countSteps(rerankSegmentSteps(segment))).toBe(rows.length);
});
