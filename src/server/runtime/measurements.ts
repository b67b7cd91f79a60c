import { EventEmitter } from 'node:events';

export interface AnswerMeasurement {
  /** Such as `answered` or `unknown`. */
  outcome: string;
  model: string;
  /** Thousandths of a credit. */
  cost: number;
}

interface FirstTokenMeasurement {
  model: string;
  seconds: number;
}

/** For the metrics; nothing depends on anybody listening. */
export const measurements = new EventEmitter<{
  answer: [AnswerMeasurement];
  firstToken: [FirstTokenMeasurement];
  roundTrip: [];
}>();
