import { and, eq, sql } from 'drizzle-orm';
import { ExtractError } from '../../../reading/extract/extract-error.ts';
import { isHtml } from '../../../reading/extract/extract-file.ts';
import { runParser } from '../../../reading/extract/run-parser.ts';
import { questionKey, type Sheet } from '../../../reading/faq-sheet/read-sheet.ts';
import {
  type FaqsAdded,
  type FaqSheet,
  type OnKnownFile,
  SHEET_MAX_BYTES,
  SHEET_MAX_LINES,
  type SheetChoice,
} from '../../../shared/contents.ts';
import { readItemLimit } from '../../billing/plans.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, withTenant } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import { faqContent, insertContents, requireContext } from '../contents/add-contents.ts';
import { preservedAnswer, retrainContents } from '../contents/contents.ts';
import { knownFaqs } from '../contents/known-faqs.ts';
import { addPhrasings } from '../contents/store-phrasings.ts';
import { bumpKnowledge } from '../contexts.ts';
import { readSheetInThread } from '../training/text-worker.ts';

type SheetUpload = { bytes: Buffer } & SheetChoice;
type OwnedUpload = SheetUpload & { owner: string };

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** An .xls file, or an .xlsx file with a password, is a compound file. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** In the sandbox of the other parsers. Throws `ExtractError`. */
async function readTable({ bytes, owner, ...choice }: OwnedUpload): Promise<Sheet> {
  if (startsWith(bytes, COMPOUND)) throw new ExtractError('wrong_format');
  const format = startsWith(bytes, ZIP) ? 'xlsx' : isHtml(bytes) ? 'html' : null;
  if (format === null) return readSheetInThread({ choice, sheet: bytes });
  const { blocks } = await runParser({ format, bytes }, { owner });
  return readSheetInThread({ choice, format, blocks: blocks.map(({ kind, text }) => ({ kind, text })) });
}

/** Throws `ApiError` `payload_too_large`; `invalid_input` at `file` if too long or unreadable. */
async function parseSheet(upload: OwnedUpload): Promise<Sheet> {
  if (upload.bytes.length > SHEET_MAX_BYTES) throw new ApiError('payload_too_large');
  try {
    return await readTable(upload);
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error;
    const isOther = error.reason === 'wrong_format' || error.reason === 'damaged';
    const message = isOther ? t('content-upload.sheet.notExcel') : t(`training.reasons.${error.reason}`);
    throw new ApiError('invalid_input', { message, errors: [{ field: 'file', code: 'invalid', message }] });
  }
}

/** As understood, with problems of lines and known questions. Throws `ApiError` `payload_too_large`, `not_found`. */
export async function checkFaqs(db: Db, tenant: Tenant, contextId: string, upload: SheetUpload): Promise<FaqSheet> {
  const { lines, ...sheet } = await parseSheet({ ...upload, owner: tenant.accountId });
  const known = await withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    return knownFaqs(
      tx,
      tenant,
      contextId,
      lines.map(({ question }) => question),
    );
  });
  const [counted] = await readTenant<{ items: number }>(
    db,
    tenant,
    sql`select count(*)::int as items from ${contents} where ${contents.accountId} = ${tenant.accountId}`,
  );
  const limit = await readItemLimit(db, tenant);
  return {
    ...sheet,
    room: Math.max(0, limit - (counted?.items ?? 0)),
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
  if (valid.length === 0) {
    const message = t('content-upload.sheet.nothingGood');
    throw new ApiError('invalid_input', { message, errors: [{ field: 'file', code: 'invalid', message }] });
  }
  return withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    // The lock makes concurrent uploads run one after the other, so the second sees the questions of the first.
    await lockAccount(tx, accountId);
    const known = await knownFaqs(
      tx,
      tenant,
      contextId,
      valid.map(({ question }) => question),
    );
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
    await retrainContents(
      tx,
      accountId,
      replacements.map(({ id }) => id),
    );
    const unchanged = valid.length - fresh.length - replacements.length;
    const repeated = lines.length - valid.length - invalid;
    return { added: fresh.length, replaced: replacements.length, kept: unchanged, repeated, faulty: invalid };
  });
}
