import { and, desc, eq, lt, notInArray, sql } from 'drizzle-orm';
import { knownDevices, users } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { queueEmail, type SecurityNotice } from '../mail/emails.ts';
import { addressKey } from '../runtime/address-key.ts';
import { longMoment } from '../runtime/calendar.ts';
import { digest, type SecretKey } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { isUser, type UserKey } from './row-conditions.ts';

/** IP address and the browser's device secret. */
export interface Origin {
  ip: string;
  /** Absent for clients without cookies. */
  device?: string;
  userAgent?: string;
}

/** Per user, and until an unused one is forgotten. */
const DEVICES_MAX = 100;
const DAYS = 365;

const ofPerson = ({ accountId, userId }: UserKey) =>
  and(eq(knownDevices.accountId, accountId), eq(knownDevices.userId, userId));
const keysOf = (key: SecretKey, { ip, device }: Origin) => ({
  device: device ? `device ${digest(device)}` : null,
  address: `address ${addressKey(key, ip)}`,
});

export async function recognise({ db, key }: Services, person: UserKey, origin: Origin) {
  const { device, address } = keysOf(key, origin);
  const rows = await withPlatform(db, (tx) =>
    tx.select({ key: knownDevices.key }).from(knownDevices).where(ofPerson(person)),
  );
  const known = new Set(rows.map((row) => row.key));
  return { isDevice: device !== null && known.has(device), isAddress: known.has(address) };
}

export async function mailSecurityNotice(
  tx: Tx,
  services: Services,
  user: UserKey,
  template: SecurityNotice,
  values: Record<string, unknown> = {},
): Promise<void> {
  const [person] = await tx.select({ name: users.name, email: users.email }).from(users).where(isUser(user));
  if (!person) return;
  const url = `${services.publicUrl()}/forgot-password`;
  const common = { name: person.name, moment: longMoment(new Date()), url };
  await queueEmail(tx, user.accountId, person.email, template, { ...common, ...values });
}

/** If neither is known, mails a notice, except at the very first sign-in. */
export async function rememberDevice(tx: Tx, services: Services, person: UserKey, origin: Origin): Promise<void> {
  const { device, address } = keysOf(services.key, origin);
  const rows = await tx.select({ key: knownDevices.key }).from(knownDevices).where(ofPerson(person));
  const known = new Set(rows.map((row) => row.key));
  const keys = [address, ...(device ? [device] : [])];
  await tx
    .insert(knownDevices)
    .values(keys.map((key) => ({ accountId: person.accountId, userId: person.userId, key })))
    .onConflictDoUpdate({
      target: [knownDevices.accountId, knownDevices.userId, knownDevices.key],
      set: { seenAt: new Date() },
    });
  if (known.size > DEVICES_MAX) {
    const newest = tx
      .select({ key: knownDevices.key })
      .from(knownDevices)
      .where(ofPerson(person))
      .orderBy(desc(knownDevices.seenAt))
      .limit(DEVICES_MAX);
    await tx.delete(knownDevices).where(and(ofPerson(person), notInArray(knownDevices.key, newest)));
  }
  if (known.size > 0 && !keys.some((key) => known.has(key)))
    await mailSecurityNotice(tx, services, person, 'newDevice');
}

export const sweepDevices = (db: Db) =>
  withPlatform(db, (tx) =>
    tx.delete(knownDevices).where(lt(knownDevices.seenAt, sql`now() - make_interval(days => ${DAYS})`)),
  );
