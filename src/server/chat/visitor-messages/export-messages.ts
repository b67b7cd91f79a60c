import { sql } from 'drizzle-orm';
import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import { visitorMessages } from '../../db/schema/chat.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import type { ListQuery } from '../../resource/list-query.ts';
import { listCondition } from '../../resource/query.ts';
import { shortMoment } from '../../runtime/calendar.ts';
import { toCsv } from '../../runtime/csv.ts';
import { t } from '../../runtime/translate.ts';
import { messagesSource } from './messages-source.ts';

const BATCH_SIZE = 500;

interface ExportedMessage {
  id: string;
  createdAt: Date;
  status: 'open' | 'answered';
  type: string;
  name: string;
  email: string | null;
  whatsapp: string | null;
  question: string;
  answeredAt: Date | null;
  answeredBy: string | null;
  consentText: string;
  consentedAt: Date;
}

const COLUMNS = [
  ...(['createdAt', 'status', 'type', 'name', 'email', 'whatsapp', 'question', 'answeredAt'] as const),
  ...(['answeredBy', 'consentText', 'consentedAt'] as const),
];

function toRow(one: ExportedMessage): (string | null)[] {
  const { createdAt, status, type, name, email, whatsapp, question, answeredAt, answeredBy } = one;
  return [
    shortMoment(createdAt),
    t(`visitor-messages.options.status.${status}`),
    t(`visitor-messages.options.type.${type}`),
    ...[name, email, whatsapp, question, answeredAt && shortMoment(answeredAt), answeredBy, one.consentText],
    shortMoment(one.consentedAt),
  ];
}

/** Newest first, with keyset pagination. */
async function* readBatches(db: Db, tenant: Tenant, query: ListQuery): AsyncGenerator<(string | null)[][]> {
  const where = listCondition(declaration, messagesSource, tenant, query);
  let last: ExportedMessage | undefined;
  do {
    const after = last
      ? sql`(created_at, id) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
      : sql`true`;
    const rows: ExportedMessage[] = await readTenant<ExportedMessage>(
      db,
      tenant,
      sql`select id, created_at as "createdAt", status, type, name, email, whatsapp, question,
            answered_at as "answeredAt", answered_by as "answeredBy", consent_text as "consentText",
            consented_at as "consentedAt"
          from ${visitorMessages} where ${where} and ${after} order by created_at desc, id desc limit ${BATCH_SIZE}`,
    );
    if (rows.length > 0) yield rows.map(toRow);
    last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

export const messagesCsv = (db: Db, tenant: Tenant, query: ListQuery): AsyncGenerator<string> =>
  toCsv(
    COLUMNS.map((name) => t(`visitor-messages.fields.${name}`)),
    readBatches(db, tenant, query),
  );
