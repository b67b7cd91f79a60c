import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measureLabel } from '../../benches/classifier/measures.ts';
import { readLabelled, trainModel } from '../../benches/classifier/training.ts';
import { classifyConversation } from '../../src/server/chat/classify/classify.ts';
import { LABEL_NAMES, LABELS } from '../../src/server/chat/classify/labels.ts';

const rows = readLabelled();
const of = (split: string) => rows.filter((row) => row.split === split);
const shipped = new URL('../../src/server/chat/classify/weights.json', import.meta.url);

describe('the labelled data set', () => {
  test('has known labels only and no repeated conversation', () => {
    for (const row of rows) {
      for (const label of LABEL_NAMES) expect(LABELS[label] as readonly unknown[]).toContain(row[label]);
      expect(row.messages.length).toBeGreaterThan(0);
      expect(['tune', 'test', 'fresh']).toContain(row.split);
    }
    const texts = rows.map(({ messages }) => messages.join('\n').toLowerCase());
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('has enough examples of every label', () => {
    expect(of('test').length).toBeGreaterThanOrEqual(240);
    for (const label of LABEL_NAMES) {
      for (const answer of LABELS[label]) {
        expect(rows.filter((row) => row[label] === answer).length).toBeGreaterThanOrEqual(60);
      }
    }
  });
});

describe('the shipped weights', () => {
  test('equal the result of training on the tuning split', () => {
    expect(trainModel(of('tune'))).toEqual(JSON.parse(readFileSync(shipped, 'utf8')));
  }, 60_000);

  test('are small enough to ship', () => {
    expect(readFileSync(shipped).length).toBeLessThan(300_000);
  });

  // Slightly below the measured values, so that a change that lowers them fails.
  test.each([
    ['sentiment', 0.8],
    ['goal', 0.77],
    ['wantedHuman', 0.89],
    ['satisfied', 0.83],
  ] as const)('reach %s macro-F1 above %f on the test split', (label, floor) => {
    const test = of('test');
    const predicted = test.map(({ messages }) => classifyConversation(messages));
    expect(measureLabel(label, test, predicted).macroF1).toBeGreaterThan(floor);
  });
});
