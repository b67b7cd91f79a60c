import { and, desc, eq, lt, notInArray, sql } from 'drizzle-orm';
import { addressKey } from '../runtime/address-key.ts';
import { longMoment } from '../runtime/calendar.ts';
import { knownDevices, users } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { queueEmail } from '../mail/emails.ts';
import { digest } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** From where somebody comes in: the network's address, and the secret that a browser keeps. */
export interface Origin {
  ip: string;
  /** Absent for programs that keep no cookies. */
  device?: string;
}

interface Person {
  accountId: string;
  userId: string;
}

/** Devices of one person that are remembered, and for how many days without a sign-in. */
const MOST_DEVICES = 100;
const DAYS = 365;

const ofPerson = ({ accountId, userId }: Person) =>
  and(eq(knownDevices.accountId, accountId), eq(knownDevices.userId, userId));
const keysOf = (key: Uint8Array, { ip, device }: Origin) => ({
  device: device ? `device ${digest(device)}` : null,
  address: `address ${addressKey(key, ip)}`,
});

/** Whether a person came in by this device, and from this address, before. */
export async function recognise({ db, key }: Services, person: Person, origin: Origin) {
  const { device, address } = keysOf(key, origin);
  const rows = await withPlatform(db, (tx) =>
    tx.select({ key: knownDevices.key }).from(knownDevices).where(ofPerson(person)),
  );
  const known = new Set(rows.map((row) => row.key));
  return { isDevice: device !== null && known.has(device), isAddress: known.has(address) };
}

/** Tells a person by mail that something happened to their sign-in. */
export async function mailSecurityNotice(
  tx: Tx,
  services: Services,
  { accountId, userId }: Person,
  letter: 'newDevice' | 'passwordChanged' | 'tokenReused',
): Promise<void> {
  const [person] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.id, userId)));
  if (!person) return;
  const url = `${services.publicUrl()}/forgot-password`;
  await queueEmail(tx, accountId, person.email, letter, { name: person.name, moment: longMoment(new Date()), url });
}

/**
 * Remembers where a person came in from, and mails them when neither the device nor the address is known. The first
 * sign-in of all is no news.
 */
export async function rememberDevice(tx: Tx, services: Services, person: Person, origin: Origin): Promise<void> {
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
  if (known.size > MOST_DEVICES) {
    const kept = tx
      .select({ key: knownDevices.key })
      .from(knownDevices)
      .where(ofPerson(person))
      .orderBy(desc(knownDevices.seenAt))
      .limit(MOST_DEVICES);
    await tx.delete(knownDevices).where(and(ofPerson(person), notInArray(knownDevices.key, kept)));
  }
  if (known.size > 0 && !keys.some((key) => known.has(key)))
    await mailSecurityNotice(tx, services, person, 'newDevice');
}

/** Forgets devices that nobody came in by for a year. */
export const sweepDevices = (db: Db) =>
  withPlatform(db, (tx) =>
    tx.delete(knownDevices).where(lt(knownDevices.seenAt, sql`now() - make_interval(days => ${DAYS})`)),
  );
