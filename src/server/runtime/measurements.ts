import { EventEmitter } from 'node:events';

export interface AnswerMeasurement {
  /** The stored outcome, such as `answered` or `unknown`. */
  outcome: string;
  /** Name of the model. */
  model: string;
  /** Cost in thousandths of a credit. */
  cost: number;
}

interface FirstTokenMeasurement {
  model: string;
  /** Seconds from the question to the first piece of text. */
  seconds: number;
}

/** What capabilities report about their work, for the metrics. Nothing depends on anybody listening. */
export const measurements = new EventEmitter<{
  answer: [AnswerMeasurement];
  firstToken: [FirstTokenMeasurement];
  roundTrip: [];
}>();
