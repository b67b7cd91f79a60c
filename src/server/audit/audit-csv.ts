import { type AuditEntry, callOf } from '../../shared/audit.ts';
import type { Db } from '../db/tenant.ts';
import { shortMoment } from '../runtime/calendar.ts';
import { toCsv } from '../runtime/csv.ts';
import { t, tIfExists } from '../runtime/translate.ts';
import { type AuditFilter, type AuditScope, streamAudit } from './read-audit.ts';

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

/** Composed from verb and resource when the locale has none for the whole action. */
export function actionText(action: string): string {
  const [ownText, { resource, action: verb }] = [tIfExists(`audit.actions.${action}`), callOf(action)];
  if (ownText) return ownText;
  return t('audit.call', {
    action: tIfExists(`audit.verbs.${verb}`) ?? verb,
    resource: tIfExists(`${resource}.title`) ?? resource,
  });
}

function cellsOf(entry: AuditEntry): (string | null)[] {
  const { at, action, detail, userRole } = entry;
  const texts = {
    at: shortMoment(new Date(at)),
    action: actionText(action),
    account: entry.account ?? entry.accountId,
    userRole: userRole && (tIfExists(`audit-log.roles.${userRole}`) ?? userRole),
    detail: Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
  };
  return COLUMNS.map((name) => ({ ...entry, ...texts })[name]);
}

async function* rowsOf(db: Db, scope: AuditScope, filter: AuditFilter) {
  for await (const entries of streamAudit(db, scope, filter)) yield entries.map(cellsOf);
}

export const auditCsv = (db: Db, scope: AuditScope, filter: AuditFilter): AsyncGenerator<string> =>
  toCsv(
    COLUMNS.map((name) => t(`audit.fields.${name}`)),
    rowsOf(db, scope, filter),
  );
