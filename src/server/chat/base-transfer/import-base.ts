import { type BaseImported, REFUSALS_LISTED, REFUSALS_MAX } from '../../../shared/base-transfer.ts';
import type { OnKnownFile } from '../../../shared/contents.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { readContext } from '../../knowledge/context-row.ts';
import { type AppearanceLine, BASE_VERSION, type HyperlinkLine } from '../../knowledge/transfer/format.ts';
import { importHyperlinks } from '../../knowledge/transfer/hyperlinks.ts';
import {
  checkAddress,
  checkFile,
  type ContentRecord,
  importContents,
  type ImportOutcome,
} from '../../knowledge/transfer/import-contents.ts';
import { LINES_MAX, readLines } from '../../knowledge/transfer/read-lines.ts';
import { type BaseRecord, readRecords } from '../../knowledge/transfer/read-records.ts';
import type { AllowList } from '../../outbound/addresses.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { invalidField } from '../../runtime/field-errors.ts';
import { t } from '../../runtime/translate.ts';
import type { Saver } from '../appearance/versions.ts';
import { importAppearance } from './transfer-appearance.ts';

/** Of one transaction: while it runs, everybody else waits on the embedded database. */
const BATCH_RECORDS = 100;
const BATCH_CHARACTERS = 512 * 1024;

interface BaseImport {
  db: Db;
  tenant: Tenant;
  contextId: string;
  onKnown: OnKnownFile;
  allow: AllowList;
  saver: Saver;
  rights: { appearance: boolean; hyperlinks: boolean };
}

interface HyperlinkRecord {
  line: number;
  item: HyperlinkLine;
}

const refuseFile = (code: string) => invalidField('file', t(`base-transfer.faults.${code}`));

/** Throws `ApiError` `invalid_input` for another file, or one of a newer version. */
function requireHeader(first: BaseRecord | undefined): void {
  if (!first || !('item' in first) || first.item.kind !== 'base') throw refuseFile('not_a_base');
  if (first.item.version > BASE_VERSION) throw refuseFile('newer');
}

const weightOf = ({ item }: ContentRecord) =>
  ('passages' in item ? item.passages.reduce((sum, { text }) => sum + text.length, 0) : 0) +
  (item.kind === 'file' ? item.bytes.length : 0);

class BaseImporter {
  readonly #base: BaseImport;
  readonly #total: BaseImported = { created: 0, updated: 0, skipped: 0, refused: 0, refusals: [], stoppedAt: null };
  #contents: ContentRecord[] = [];
  #hyperlinks: HyperlinkRecord[] = [];
  #characters = 0;
  #hasAppearance = false;

  constructor(base: BaseImport) {
    this.#base = base;
  }

  refuse(line: number, message: string): void {
    this.#total.refused += 1;
    if (this.#total.refusals.length < REFUSALS_LISTED) this.#total.refusals.push({ line, message });
  }

  async add(line: number, item: Extract<BaseRecord, { item: unknown }>['item']): Promise<void> {
    const { rights } = this.#base;
    if (item.kind === 'base') return this.refuse(line, t('base-transfer.faults.second_header'));
    if (item.kind === 'appearance') return this.#addAppearance(line, item);
    if (item.kind === 'hyperlink') {
      if (rights.hyperlinks) this.#hyperlinks.push({ line, item });
      else this.refuse(line, t('base-transfer.faults.no_right'));
    } else {
      const fault = checkAddress(item, this.#base.allow) ?? (await checkFile(item));
      if (fault !== null) return this.refuse(line, fault);
      this.#contents.push({ line, item });
      this.#characters += weightOf({ line, item });
    }
    const isFull = this.#contents.length + this.#hyperlinks.length >= BATCH_RECORDS;
    if (isFull || this.#characters >= BATCH_CHARACTERS) await this.#importBatch();
  }

  async #addAppearance(line: number, item: AppearanceLine): Promise<void> {
    const { db, tenant, rights } = this.#base;
    if (!rights.appearance) return this.refuse(line, t('base-transfer.faults.no_right'));
    if (this.#hasAppearance) return this.refuse(line, t('base-transfer.faults.second_appearance'));
    this.#hasAppearance = true;
    try {
      const isChanged = await importAppearance(db, tenant, this.#base, item);
      this.#total[isChanged ? 'updated' : 'skipped'] += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_input') throw error;
      this.refuse(line, error.errors?.[0]?.message ?? error.message);
    }
  }

  async #importBatch(): Promise<void> {
    const { db, tenant } = this.#base;
    const [contents, hyperlinks] = [this.#contents, this.#hyperlinks.map(({ item }) => item)];
    [this.#contents, this.#hyperlinks, this.#characters] = [[], [], 0];
    if (contents.length + hyperlinks.length === 0) return;
    const outcomes = await withTenant(db, tenant, async (tx) => [
      await importHyperlinks(tx, tenant, this.#base, hyperlinks),
      await importContents(tx, tenant, this.#base, contents),
    ]);
    for (const outcome of outcomes) this.#count(outcome);
  }

  #count({ created, updated, skipped, refusals }: ImportOutcome): void {
    this.#total.created += created;
    this.#total.updated += updated;
    this.#total.skipped += skipped;
    for (const { line, message } of refusals) this.refuse(line, message);
  }

  stopsAt(line: number): boolean {
    if (line <= LINES_MAX && this.#total.refused < REFUSALS_MAX) return false;
    this.#total.stoppedAt = line;
    return true;
  }

  async finish(): Promise<BaseImported> {
    await this.#importBatch();
    const refusals = this.#total.refusals.toSorted((a, b) => a.line - b.line);
    return { ...this.#total, refusals };
  }
}

/**
 * Each record completely or not at all; those that cannot be imported are refused. Stops after `REFUSALS_MAX` refusals
 * or `LINES_MAX` lines. Importing again changes nothing. Throws `ApiError` `not_found`; `invalid_input` for a file that
 * is no exported base.
 */
export async function importBase(base: BaseImport, source: AsyncIterable<Buffer>): Promise<BaseImported> {
  const { db, tenant, contextId } = base;
  await readContext(db, tenant, contextId);
  const importer = new BaseImporter(base);
  let isFirst = true;
  for await (const record of readRecords(readLines(source))) {
    if (isFirst) requireHeader(record);
    else if ('refusal' in record) importer.refuse(record.line, record.refusal);
    else await importer.add(record.line, record.item);
    isFirst = false;
    if (importer.stopsAt(record.line)) break;
  }
  if (isFirst) requireHeader(undefined);
  return importer.finish();
}
