import type { Tx } from '../db/tenant.ts';
import { recordEvent } from '../outgoing-webhooks/record-event.ts';
import type { ContentRow } from './contents.ts';

/** Records for outgoing webhooks that a version of a content could not be used. Its row has the reason. */
export const recordContentFailed = (
  tx: Tx,
  { accountId, contextId, id, version, title, type, url, reason }: ContentRow,
): Promise<void> =>
  recordEvent(tx, {
    accountId,
    contextId,
    type: 'content.failed',
    cause: `${id}:${version}`,
    data: { content_id: id, title, type, address: url, reason: reason ?? '' },
  });
