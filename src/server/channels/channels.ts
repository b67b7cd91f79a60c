import { and, eq, type SQL, sql } from 'drizzle-orm';
import { channels as resource } from '../../../resources/channels.ts';
import type { InputOf } from '../../../resources/kit/resource.ts';
import { MASK } from '../../shared/constants.ts';
import type { ChannelRow } from '../db/platform.ts';
import { channels } from '../db/schema/channels.ts';
import type { Tenant, Tx } from '../db/tenant.ts';
import type { Behaviour } from '../resource/behaviour.ts';
import { rowsOf } from '../resource/scope.ts';
import { defineSource } from '../resource/source.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { newSecret, seal, type SecretKey } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import { resumeSends } from './whatsapp/send.ts';

const state = sql`case when not ${channels.isOn} then 'off' when ${channels.problem} is not null then ${channels.problem}
  when ${channels.receivedAt} is null then 'new' else 'active' end`;

const channelsSource = defineSource(resource, {
  table: channels,
  fields: {
    accessToken: sql`${MASK}::text || ${channels.tokenEnding}`,
    appSecret: sql`${MASK}::text || ${channels.secretEnding}`,
    state,
  },
});

type ChannelInput = InputOf<typeof resource>;

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

export const channelBehaviour = ({ key }: Services): Behaviour<typeof resource> => ({
  source: channelsSource,
  beforeWrite: (_tx, _tenant, { id, before, values }): Partial<ChannelRow> => {
    assertForm(before ? withoutMasked(values) : values);
    const secrets = sealed(key, id, values);
    return {
      ...secrets,
      ...(secrets.sealedToken && { problem: null }),
      ...(!before && { verifyToken: newSecret() }),
    };
  },
  // The change may have ended what Meta refused.
  afterWrite: (tx, { accountId }, { id }) => resumeSends(tx, { accountId, id }),
});

/** Returns a channel that the tenant may see. Throws `ApiError` `not_found`. */
export async function readChannel(tx: Tx, tenant: Tenant, id: string): Promise<ChannelRow> {
  const [channel] = await tx.select().from(channels).where(isOne(tenant, id));
  if (!channel) throw notFound();
  return channel;
}
