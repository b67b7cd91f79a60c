import type { FactKind } from '../../shared/constants.ts';
import type { Span } from '../sentences.ts';

export interface FoundFact extends Span {
  kind: FactKind;
  /** Normalised: digits of a number, folded words of an address. */
  value: string;
}
