import type { ConversationLabels, Label } from '../../src/server/chat/classify/labels.ts';
import { LABELS } from '../../src/server/chat/classify/labels.ts';

/** Figures of one value of a label: its frequency, precision and recall. */
interface AnswerMeasures {
  answer: string;
  support: number;
  precision: number;
  recall: number;
  f1: number;
}
export interface LabelMeasures {
  macroF1: number;
  accuracy: number;
  answers: AnswerMeasures[];
  /** confusion[truth][prediction], in the order of `answers`. */
  confusion: number[][];
}

/** Compares predictions with the truth for one label. */
export function measureLabel(
  label: Label,
  truths: readonly ConversationLabels[],
  predicted: readonly ConversationLabels[],
): LabelMeasures {
  const values = LABELS[label] as readonly unknown[];
  const confusion = values.map(() => values.map(() => 0));
  truths.forEach((truth, at) => {
    confusion[values.indexOf(truth[label])]![values.indexOf(predicted[at]![label])]! += 1;
  });
  const answers = values.map((value, at): AnswerMeasures => {
    const hits = confusion[at]![at]!;
    const support = confusion[at]!.reduce((sum, one) => sum + one, 0);
    const claimed = confusion.reduce((sum, row) => sum + row[at]!, 0);
    return {
      answer: String(value),
      support,
      precision: hits / Math.max(claimed, 1),
      recall: hits / Math.max(support, 1),
      f1: (2 * hits) / Math.max(claimed + support, 1),
    };
  });
  return {
    macroF1: answers.reduce((sum, { f1 }) => sum + f1, 0) / answers.length,
    accuracy: confusion.reduce((sum, row, at) => sum + row[at]!, 0) / Math.max(truths.length, 1),
    answers,
    confusion,
  };
}
