import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { visitorHashOf } from './channels/whatsapp/contact-token.ts';
import { channelContacts, channels } from './db/schema/channels.ts';
import { conversations, visitorMessages } from './db/schema/chat.ts';
import { totpKeys } from './db/schema/identity.ts';
import { contexts } from './db/schema/knowledge.ts';
import { outgoingWebhooks } from './db/schema/outgoing-webhooks.ts';
import { models, secretKeys } from './db/schema/platform.ts';
import { StartupError } from './db/startup-error.ts';
import { type Db, type Tx, withPlatform } from './db/tenant.ts';
import type { Env } from './runtime/env.ts';
import { acceptedKeys, fingerprintOf, LOST_KEY, seal, type SecretKey, unseal } from './runtime/secrets.ts';

/** All encrypted columns, with what `seal` was given as the owner. Stored answers of repeated calls last a day only. */
const SEALED: { column: AnyPgColumn; owner: SQL }[] = [
  { column: models.sealedKeys, owner: sql`id::text` },
  { column: contexts.sealedIdentitySecret, owner: sql`id::text` },
  { column: outgoingWebhooks.sealedSecret, owner: sql`id::text` },
  { column: outgoingWebhooks.previousSecret, owner: sql`id::text` },
  { column: outgoingWebhooks.sealedHeaders, owner: sql`id || ' headers'` },
  { column: channels.sealedToken, owner: sql`id || ' token'` },
  { column: totpKeys.sealed, owner: sql`'totp ' || account_id || ' ' || user_id` },
  { column: channels.sealedSecret, owner: sql`id || ' secret'` },
];

/** Visitors of a channel are known by a hash that needs the key. */
const WITH_VISITORS = [channelContacts, conversations, visitorMessages];
const CONTACTS_AT_ONCE = 5_000;

async function sealAnew(tx: Tx, key: SecretKey, { column, owner }: (typeof SEALED)[number]): Promise<number> {
  const name = sql.identifier(column.name);
  const isArray = column.getSQLType().endsWith('[]');
  const { rows } = await tx.execute<{ owner: string; sealed: string }>(
    sql`select ${owner} as owner, ${isArray ? sql`unnest(${name})` : name} as sealed from ${column.table}`,
  );
  const changes = rows.flatMap(({ owner: id, sealed }) => {
    const secret = sealed === null ? null : unseal(key, id, sealed);
    return secret === null ? [] : [{ old: sealed, sealed: seal(key, id, secret) }];
  });
  const changed = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(old text, sealed text)`;
  // Each encrypted value is unique, so the old one finds its row.
  await tx.execute(
    isArray
      ? sql`update ${column.table} set ${name} = array(
          select coalesce(c.sealed, s.old) from unnest(${column}) with ordinality s(old, at)
          left join ${changed} on c.old = s.old order by s.at)`
      : sql`update ${column.table} set ${name} = c.sealed from ${changed} where ${column} = c.old`,
  );
  return changes.length;
}

async function renameVisitors(tx: Tx, key: SecretKey): Promise<number> {
  let last = '00000000-0000-0000-0000-000000000000';
  let count = 0;
  for (;;) {
    const { rows } = await tx.execute<{ accountId: string; id: string; channelId: string; peer: string; old: string }>(
      sql`select account_id as "accountId", id, channel_id as "channelId", peer, visitor_hash as old
          from ${channelContacts} where id > ${last} order by id limit ${CONTACTS_AT_ONCE}`,
    );
    // A process with the previous key may have stored a conversation after the contact was renamed.
    const names = rows.flatMap(({ accountId: account, channelId, peer, old }) => {
      const [hash, ...others] = acceptedKeys(key).map((one) => visitorHashOf(one, { id: channelId }, peer));
      return [...new Set([old, ...others])].filter((one) => one !== hash).map((one) => ({ account, old: one, hash }));
    });
    for (const table of WITH_VISITORS) {
      await tx.execute(sql`update ${table} set visitor_hash = n.hash
        from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(account uuid, old text, hash text)
        where account_id = n.account and visitor_hash = n.old`);
    }
    count += rows.length;
    if (rows.length < CONTACTS_AT_ONCE) return count;
    last = rows.at(-1)!.id;
  }
}

const otherKey = () =>
  new StartupError(
    'secret_key_other',
    `A SECRET_KEY não é a deste banco de dados. Informe a mesma de antes. Para trocá-la, informe a de antes em SECRET_KEY_PREVIOUS, ou ${LOST_KEY} se não há cópia dela: então todos terão de entrar de novo, e as chaves e os segredos guardados terão de ser informados de novo.`,
    78,
  );

/**
 * Compares the key with that of the database, which remembers its first one. With a previous key, encrypts everything with
 * the current one, in one transaction: at every such start, because processes with the previous key may still run. Throws
 * `StartupError` `secret_key_other`.
 */
export async function adoptSecretKey(
  db: Db,
  { SECRET_KEY_PREVIOUS }: Pick<Env, 'SECRET_KEY_PREVIOUS'>,
  key: SecretKey,
  log: { info(fields: object, message: string): void },
): Promise<void> {
  const { current, previous } = key;
  const fingerprint = fingerprintOf(current);
  const accepted = acceptedKeys(key).map((one) => fingerprintOf(one.current));
  const changed = await withPlatform(db, async (tx) => {
    await tx.insert(secretKeys).values({ id: 1, fingerprint }).onConflictDoNothing();
    const [known] = await tx.select().from(secretKeys).for('update');
    const isLost = SECRET_KEY_PREVIOUS === LOST_KEY;
    if (!isLost && !accepted.includes(known!.fingerprint)) throw otherKey();
    if (!previous && !isLost) return null;
    let secrets = 0;
    for (const column of SEALED) secrets += await sealAnew(tx, key, column);
    const visitors = await renameVisitors(tx, key);
    await tx.update(secretKeys).set({ fingerprint, changedAt: new Date() });
    return { secrets, visitors };
  });
  if (changed) log.info(changed, 'what the secret key encrypts was encrypted anew');
}
