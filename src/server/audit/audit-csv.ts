import { type AuditEntry, callOf } from '../../shared/audit.ts';
import { shortMoment } from '../runtime/calendar.ts';
import type { Db } from '../db/tenant.ts';
import { t, tIfExists } from '../runtime/translate.ts';
import { toCsv } from '../runtime/csv.ts';
import { type AuditFilter, type Reader, walkAudit } from './read-audit.ts';

const COLUMNS = [
  'at',
  'action',
  'account',
  'userName',
  'userRole',
  'actorName',
  'subject',
  'ip',
  'detail',
  'id',
] as const;

/** An action in words; one without words of its own is told by its action and resource. */
export function actionWords(action: string): string {
  const [said, { resource, action: verb }] = [tIfExists(`audit.actions.${action}`), callOf(action)];
  if (said) return said;
  return t('audit.call', {
    action: tIfExists(`audit.verbs.${verb}`) ?? verb,
    resource: tIfExists(`${resource}.title`) ?? resource,
  });
}

function cellsOf(entry: AuditEntry): (string | null)[] {
  const { at, action, detail } = entry;
  const words = {
    at: shortMoment(new Date(at)),
    action: actionWords(action),
    account: entry.account ?? entry.accountId,
    detail: Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
  };
  return COLUMNS.map((name) => ({ ...entry, ...words })[name]);
}

async function* rowsOf(db: Db, reader: Reader, filter: AuditFilter) {
  for await (const entries of walkAudit(db, reader, filter)) yield entries.map(cellsOf);
}

/** The log as CSV, in words: piece by piece, so that a long one takes no more memory than a short one. */
export const auditCsv = (db: Db, reader: Reader, filter: AuditFilter): AsyncGenerator<string> =>
  toCsv(
    COLUMNS.map((name) => t(`audit.fields.${name}`)),
    rowsOf(db, reader, filter),
  );
