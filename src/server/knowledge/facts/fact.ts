import type { FactKind } from '../../../shared/limits.ts';
import type { Span } from '../search/sentences.ts';

/** A telephone number, an address or the like, at its place in a text. */
export interface FoundFact extends Span {
  kind: FactKind;
  /** The same for all ways of writing it: a number's digits, an address's folded words. */
  value: string;
}
