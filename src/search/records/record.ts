import type { Span } from '../sentences.ts';

/** What every record has: the line or sentence of the passage that states it. */
interface Quoted {
  quote: Span;
}

/** A price, as written. */
export interface PriceRecord extends Quoted {
  kind: 'price';
  /** What costs this much; empty if the line only has the amount. */
  name: string;
  /** The amount with its conditions: `R$ 1.990 / 10x 220`. */
  amount: string;
  /** Amounts in cents, in the order of the text. */
  cents: readonly number[];
}

/** Opening hours or the hours of something particular: see `DayHours`. A timetable has single times: `19:30`. */
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

/** Ways to pay. */
export interface PaymentRecord extends Quoted {
  kind: 'payment';
  ways: readonly string[];
  isAccepted: boolean;
  /** Maximum number of instalments; null if none are mentioned. */
  instalments: number | null;
}

/** `grade`: a year of school. */
export type Unit = 'grade' | 'day' | 'month' | 'year' | 'person' | 'kilogram' | 'kilometre' | 'kilowatt-hour';

/** A range that something must be in: `a partir de 14 anos`, `até 6 pessoas`. */
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

/** A line or sentence, from which records are read. */
export interface Line extends Span {
  text: string;
  /** The same without accents and capitals. */
  folded: string;
}
