import type { Passage } from '../../../search/passage.ts';
import type { StoredRecords } from '../../../search/records/read-records.ts';
import type { Correction } from '../records/corrections.ts';
import type { PhrasingRow } from './load-phrasings.ts';

/** A stored passage. */
export interface ChunkRow extends Omit<Passage, 'answer' | 'records'> {
  isBoilerplate: boolean;
  isFromPicture: boolean;
  analysis: Buffer;
  /** The passage's embedding, by the model in use in the context. */
  vector: Buffer | null;
  records: StoredRecords | null;
  /** The content's phrasings and corrections; set on its first passage only. */
  phrasings: PhrasingRow[] | null;
  corrections: Correction[] | null;
}
