import { CaptureError, type CaptureReason } from '../../../reading/capture/capture-error.ts';
import { ExtractError } from '../../../reading/extract/extract-error.ts';
import type { Tx } from '../../db/tenant.ts';
import { recordEvent } from '../../outgoing-webhooks/record-event.ts';
import { t } from '../../runtime/translate.ts';
import type { ContentRow } from './contents.ts';

export const captureReason = (reason: CaptureReason): string =>
  t(`training.reasons.${reason === 'empty' ? 'page_empty' : reason}`);

/** Null if an immediate retry may help. */
export function failureMessage(error: unknown): string | null {
  if (error instanceof CaptureError) return captureReason(error.reason);
  return error instanceof ExtractError ? t(`training.reasons.${error.reason}`) : null;
}

/** For outgoing webhooks; the row has the reason. */
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
