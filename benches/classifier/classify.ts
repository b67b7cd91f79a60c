import { parseArgs } from 'node:util';
import { classifyConversation, classifyWith, wantsHuman } from '../../src/server/chat/classify/classify.ts';
import type { ConversationLabels, Label } from '../../src/server/chat/classify/labels.ts';
import { LABEL_NAMES } from '../../src/server/chat/classify/labels.ts';
import { openModel } from '../../src/server/chat/classify/model.ts';
import type { LabelMeasures } from './measures.ts';
import { measureLabel } from './measures.ts';
import type { LabelledConversation } from './training.ts';
import { readLabelled, trainModel } from './training.ts';

/**
 * Measures the shipped classifier on the parts of the hand-made set that it was not trained on. `--cv` measures on the
 * tuning part instead, by cross-validation: only these figures may be used for tuning. The folds are consecutive parts
 * of the file, which was written in several sittings, so that each model is tested on an unseen style.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean' }, cv: { type: 'boolean' } } });
const FOLDS = 8;
const rows = readLabelled();
const of = (split: LabelledConversation['split']) => rows.filter((row) => row.split === split);

const parts = values.cv
  ? { 'tune, cross-validated': measureAll(of('tune'), crossValidate(of('tune'))) }
  : Object.fromEntries(
      (['test', 'fresh'] as const)
        .filter((split) => of(split).length > 0)
        .map((split) => [
          split,
          measureAll(
            of(split),
            of(split).map(({ messages }) => classifyConversation(messages)),
          ),
        ]),
    );
for (const [part, measures] of Object.entries(parts)) {
  for (const label of LABEL_NAMES) printLabel(part, label, measures[label]);
}
const live = values.cv ? undefined : measureLive(rows.filter(({ split }) => split !== 'tune'));
if (live !== undefined) {
  console.log(`\nwantsHuman on single messages: precision ${fixed(live.precision)}, recall ${fixed(live.recall)}`);
}
const latency = measureLatency(rows);
console.log(`latency: p50 ${latency.p50.toFixed(3)} ms, p99 ${latency.p99.toFixed(3)} ms per conversation`);
if (values.json) console.log(JSON.stringify({ parts, live, latency }));

function crossValidate(conversations: readonly LabelledConversation[]): ConversationLabels[] {
  const foldOf = (at: number) => Math.floor((at * FOLDS) / conversations.length);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = openModel(trainModel(conversations.filter((_one, at) => foldOf(at) !== fold)));
    const heldOut = conversations.filter((_one, at) => foldOf(at) === fold);
    return heldOut.map(({ messages }) => classifyWith(model, messages));
  }).flat();
}

function measureAll(
  truths: readonly ConversationLabels[],
  predicted: readonly ConversationLabels[],
): Record<Label, LabelMeasures> {
  const measured = LABEL_NAMES.map((label) => [label, measureLabel(label, truths, predicted)]);
  return Object.fromEntries(measured) as Record<Label, LabelMeasures>;
}

function measureLive(conversations: readonly LabelledConversation[]): { precision: number; recall: number } {
  const single = conversations.filter(({ messages }) => messages.length === 1);
  const requesting = single.filter(({ messages }) => wantsHuman(messages[0]!));
  const wanted = single.filter(({ wantedHuman }) => wantedHuman).length;
  const right = requesting.filter(({ wantedHuman }) => wantedHuman).length;
  return { precision: right / Math.max(requesting.length, 1), recall: right / Math.max(wanted, 1) };
}

/** In ms. Takes the best of five rounds per conversation, to exclude the load of other programs. */
function measureLatency(conversations: readonly LabelledConversation[]): { p50: number; p99: number } {
  const times = conversations.map(() => Infinity);
  for (let round = 0; round < 5; round++) {
    conversations.forEach(({ messages }, at) => {
      const start = performance.now();
      classifyConversation(messages);
      times[at] = Math.min(times[at]!, performance.now() - start);
    });
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length * 0.5)]!, p99: times[Math.floor(times.length * 0.99)]! };
}

function printLabel(part: string, label: Label, { macroF1, accuracy, answers, confusion }: LabelMeasures): void {
  console.log(`\n${part}: ${label}  macro-F1 ${fixed(macroF1)}  accuracy ${fixed(accuracy)}`);
  console.log(
    `  ${'truth'.padEnd(12)} ${'n'.padStart(4)}  prec  rec   F1    said ${answers.map(({ answer }) => answer).join(' ')}`,
  );
  answers.forEach(({ answer, support, precision, recall, f1 }, at) => {
    const counts = answers.map((other, to) => String(confusion[at]![to]).padStart(other.answer.length)).join(' ');
    console.log(
      `  ${answer.padEnd(12)} ${String(support).padStart(4)}  ${fixed(precision)} ${fixed(recall)} ${fixed(f1)}       ${counts}`,
    );
  });
}

function fixed(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
