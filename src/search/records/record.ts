import type { Span } from '../sentences.ts';

/** `quote`: the line or sentence that states it. */
interface Quoted {
  quote: Span;
}

export interface PriceRecord extends Quoted {
  kind: 'price';
  /** Empty if the line only has the amount. */
  name: string;
  /** With its conditions: `R$ 1.990 / 10x 220`. */
  amount: string;
  cents: readonly number[];
}

/** See `DayHours`. A timetable has single times: `19:30`. */
export interface HoursRecord extends Quoted {
  kind: 'hours';
  days: readonly number[];
  hours: readonly string[];
  isClosed: boolean;
}

/** How long something takes or until when it is possible. */
export interface DeadlineRecord extends Quoted {
  kind: 'deadline';
  durations: readonly string[];
}

export interface PaymentRecord extends Quoted {
  kind: 'payment';
  ways: readonly string[];
  isAccepted: boolean;
  instalments: number | null;
}

/** `grade`: a year of school. */
export type Unit =
  | 'grade'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'person'
  | 'real'
  | 'kilogram'
  | 'kilometre'
  | 'litre'
  | 'metre'
  | 'kilowatt-hour';

export interface Limit {
  unit: Unit;
  min: number | null;
  max: number | null;
}

/** What a clause says about its subject. */
export interface PolicyRecord extends Quoted {
  kind: 'policy';
  stances: readonly Stance[];
  limits: readonly Limit[];
}

export type Stance = 'offered' | 'refused' | 'allowed' | 'required' | 'optional' | 'charged' | 'free';

export type BusinessRecord = PriceRecord | HoursRecord | DeadlineRecord | PaymentRecord | PolicyRecord;

export interface Line extends Span {
  text: string;
  folded: string;
}
