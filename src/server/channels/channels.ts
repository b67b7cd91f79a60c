import { and, count, eq, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { channels as resource } from '../../../resources/channels.ts';
import type { InputOf } from '../../../resources/kit/resource.ts';
import { CHANNELS_MAX } from '../../shared/channels.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { ChannelRow } from '../db/platform.ts';
import { channels } from '../db/schema/channels.ts';
import { type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { rowsOf } from '../resource/scope.ts';
import { mergeRow, throwWriteError } from '../resource/write.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { newSecret, seal, type SecretKey } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import { channelsSource, MASK } from './channels-source.ts';
import { resumeSends } from './whatsapp/send.ts';

export type ChannelInput = InputOf<typeof resource> & { contextId: string };

const ENDING = 4;
const DIGITS = /^\d{5,30}$/;
/** Printable ASCII without spaces, as it is sent in a header. */
const SECRET = /^[\x21-\x7E]{8,}$/;

const isOne = (tenant: Tenant, id: string): SQL => and(rowsOf(channelsSource, tenant), eq(channels.id, id)) as SQL;

/** Throws `ApiError` `invalid_input` for identifiers and secrets that Meta cannot have given. */
function assertForm({ phoneNumberId, wabaId, accessToken, appSecret }: Partial<ChannelInput>): void {
  const isRight = {
    phoneNumberId: phoneNumberId === undefined || DIGITS.test(phoneNumberId),
    wabaId: wabaId === undefined || DIGITS.test(wabaId),
    accessToken: accessToken === undefined || SECRET.test(accessToken),
    appSecret: appSecret === undefined || SECRET.test(appSecret),
  };
  const errors = Object.entries(isRight)
    .filter(([, isFine]) => !isFine)
    .map(([field]) => ({ field, code: 'invalid', message: t(`channels.invalid.${field}`) }));
  if (errors.length > 0) throw new ApiError('invalid_input', { errors });
}

/** Returns the columns of the secrets in an input. A masked value stays the stored one. */
function sealed(key: SecretKey, id: string, { accessToken, appSecret }: Partial<ChannelInput>) {
  const isGiven = (value?: string): value is string => value !== undefined && !value.startsWith(MASK);
  return {
    ...(isGiven(accessToken) && {
      sealedToken: seal(key, `${id} token`, accessToken),
      tokenEnding: accessToken.slice(-ENDING),
    }),
    ...(isGiven(appSecret) && {
      sealedSecret: seal(key, `${id} secret`, appSecret),
      secretEnding: appSecret.slice(-ENDING),
    }),
  };
}

const withoutMasked = ({ accessToken, appSecret, ...input }: Partial<ChannelInput>): Partial<ChannelInput> => ({
  ...input,
  ...(accessToken?.startsWith(MASK) ? {} : { accessToken }),
  ...(appSecret?.startsWith(MASK) ? {} : { appSecret }),
});

/** Creates a channel. Returns its id. Throws `ApiError`. */
export async function createChannel({ db, key }: Services, tenant: Tenant, input: ChannelInput): Promise<string> {
  assertForm(input);
  const { accountId } = tenant;
  const id = uuidv7();
  const { accessToken: _, appSecret: __, ...values } = input;
  return withTenant(db, tenant, async (tx) => {
    await lockAccount(tx, accountId);
    const [existing] = await tx.select({ count: count() }).from(channels).where(eq(channels.accountId, accountId));
    if (existing!.count >= CHANNELS_MAX) throw new ApiError('too_many_channels', { values: { count: CHANNELS_MAX } });
    const secrets = sealed(key, id, input) as Pick<
      ChannelRow,
      'sealedToken' | 'tokenEnding' | 'sealedSecret' | 'secretEnding'
    >;
    await tx.insert(channels).values({ ...values, ...secrets, accountId, id, verifyToken: newSecret() });
    return id;
  }).catch((error) => throwWriteError(resource, error, { db, source: channelsSource, tenant, values: { ...values } }));
}

/** Changes a channel, and sends what waits for it: the change may have ended what Meta refused. Throws `ApiError`. */
export async function editChannel(
  { db, key, wake }: Services,
  tenant: Tenant,
  id: string,
  change: Partial<ChannelInput> & { version?: string },
): Promise<void> {
  assertForm(withoutMasked(change));
  await withTenant(db, tenant, async (tx) => {
    const { accessToken, appSecret, ...fields } = await mergeRow(tx, resource, channelsSource, tenant, id, change);
    const secrets = sealed(key, id, { accessToken, appSecret });
    const set = { ...fields, ...secrets, ...(secrets.sealedToken && { problem: null }), updatedAt: new Date() };
    await tx.update(channels).set(set).where(isOne(tenant, id));
    await resumeSends(tx, { accountId: tenant.accountId, id });
  }).catch((error) =>
    throwWriteError(resource, error, { db, source: channelsSource, tenant, values: { ...change }, id }),
  );
  wake();
}

/** Deletes a channel with all that it received and sent. The conversations stay. Throws `ApiError` `not_found`. */
export async function deleteChannel({ db }: Services, tenant: Tenant, id: string): Promise<void> {
  const deleted = await withTenant(db, tenant, (tx) =>
    tx.delete(channels).where(isOne(tenant, id)).returning({ id: channels.id }),
  );
  if (deleted.length === 0) throw notFound();
}

/** Returns a channel that the tenant may see. Throws `ApiError` `not_found`. */
export async function readChannel(tx: Tx, tenant: Tenant, id: string): Promise<ChannelRow> {
  const [channel] = await tx.select().from(channels).where(isOne(tenant, id));
  if (!channel) throw notFound();
  return channel;
}
