import type { Passage } from '../../../search/passage.ts';
import type { StoredRecords } from '../../../search/records/read-records.ts';
import type { Correction } from '../records/corrections.ts';
import type { PhrasingRow } from './load-phrasings.ts';

export interface ChunkRow extends Omit<Passage, 'answer' | 'records'> {
  isBoilerplate: boolean;
  isFromPicture: boolean;
  analysis: Buffer;
  vector: Buffer | null;
  records: StoredRecords | null;
  phrasings: PhrasingRow[] | null;
  corrections: Correction[] | null;
}
