import { and, eq } from 'drizzle-orm';
import { ExtractError } from '../../../reading/extract/extract-error.ts';
import { questionKey, type Sheet } from '../../../reading/faq-sheet/read-sheet.ts';
import { type OwnedUpload, readTable, type SheetUpload } from '../../../reading/faq-sheet/read-table.ts';
import {
  type FaqsAdded,
  type FaqSheet,
  type OnKnownFile,
  SHEET_MAX_BYTES,
  SHEET_MAX_LINES,
} from '../../../shared/contents.ts';
import { readItemRoom } from '../../billing/plans.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { invalidField } from '../../runtime/field-errors.ts';
import { t } from '../../runtime/translate.ts';
import { faqContent, insertContents } from '../contents/add-contents.ts';
import { preservedAnswer, retrainContents } from '../contents/contents.ts';
import { knownFaqs } from '../contents/known.ts';
import { addPhrasings } from '../contents/store-phrasings.ts';
import { requireContext } from '../context-row.ts';
import { bumpKnowledge } from '../contexts.ts';

/** Throws `ApiError` `payload_too_large`; `invalid_input` at `file` if too long or unreadable. */
async function parseSheet(upload: OwnedUpload): Promise<Sheet> {
  if (upload.bytes.length > SHEET_MAX_BYTES) throw new ApiError('payload_too_large');
  try {
    return await readTable(upload);
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error;
    const isOther = error.reason === 'wrong_format' || error.reason === 'damaged';
    const message = isOther ? t('content-upload.sheet.notExcel') : t(`training.reasons.${error.reason}`);
    throw invalidField('file', message);
  }
}

/** As understood, with problems of lines and known questions. Throws `ApiError` `payload_too_large`, `not_found`. */
export async function checkFaqs(db: Db, tenant: Tenant, contextId: string, upload: SheetUpload): Promise<FaqSheet> {
  const { lines, ...sheet } = await parseSheet({ ...upload, owner: tenant.accountId });
  const known = await withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    return knownFaqs(tx, tenant, contextId, lines);
  });
  const { room } = await readItemRoom(db, tenant);
  return {
    ...sheet,
    room,
    lines: lines.map(({ fault, repeats, ...read }) => {
      const contentId = known.get(questionKey(read.question))?.id ?? null;
      const message = fault && t(`content-upload.sheet.faults.${fault}`, { most: SHEET_MAX_LINES });
      return {
        ...read,
        fault: fault && message ? { code: fault, message } : null,
        sameAs:
          fault || (repeats === null && contentId === null)
            ? null
            : { line: repeats?.line ?? null, sheet: repeats?.sheet ?? null, contentId },
      };
    }),
  };
}

/**
 * Valid lines in one transaction; counts the others. `onKnown`: keep an existing answer, or replace it and add the
 * phrasings. Throws `ApiError` `plan_limit_reached` without room for all; `invalid_input` when no line is valid.
 */
export async function addFaqs(
  db: Db,
  tenant: Tenant,
  { contextId, onKnown, ...upload }: SheetUpload & { contextId: string; onKnown: OnKnownFile },
): Promise<FaqsAdded> {
  const { accountId } = tenant;
  const { lines } = await parseSheet({ ...upload, owner: accountId });
  const valid = lines.filter(({ fault, repeats }) => fault === null && repeats === null);
  const invalid = lines.filter(({ fault }) => fault !== null).length;
  if (valid.length === 0) throw invalidField('file', t('content-upload.sheet.nothingGood'));
  return withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    // The lock makes concurrent uploads run one after the other, so the second sees the questions of the first.
    await lockAccount(tx, accountId);
    const known = await knownFaqs(tx, tenant, contextId, valid);
    const fresh = valid.filter(({ question }) => !known.has(questionKey(question)));
    const replacements = valid.flatMap(({ question, answer }) => {
      const faq = known.get(questionKey(question));
      return onKnown === 'replace' && faq && faq.answer !== answer ? [{ id: faq.id, question, answer }] : [];
    });
    const ids = await insertContents(tx, tenant, contextId, fresh.map(faqContent));
    const addedPhrasings = valid.flatMap(({ question, phrasings }) => {
      const faq = known.get(questionKey(question));
      return onKnown === 'replace' && faq && phrasings.length > 0 ? [{ contentId: faq.id, texts: phrasings }] : [];
    });
    const newPhrasings = fresh.map(({ phrasings }, at) => ({ contentId: ids[at]!, texts: phrasings }));
    await addPhrasings(tx, accountId, [...newPhrasings, ...addedPhrasings]);
    await bumpKnowledge(
      tx,
      accountId,
      addedPhrasings.map(({ contentId: id }) => ({ contextId, id })),
    );
    for (const { id, question, answer } of replacements)
      await tx
        .update(contents)
        .set({ question, answer, title: question, answering: preservedAnswer })
        .where(and(eq(contents.accountId, accountId), eq(contents.id, id)));
    await retrainContents(tx, accountId, replacements);
    const unchanged = valid.length - fresh.length - replacements.length;
    const repeated = lines.length - valid.length - invalid;
    return { added: fresh.length, replaced: replacements.length, kept: unchanged, repeated, faulty: invalid };
  });
}
