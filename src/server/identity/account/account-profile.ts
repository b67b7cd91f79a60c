import { cnpj as cnpjRules } from 'cpf-cnpj-validator';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { FieldError } from '../../../shared/error-codes.ts';
import type { AccountProfile, accountRecord } from '../../../shared/people.ts';
import { accounts } from '../../db/schema/identity.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import type { ActingUser } from '../people/acting-user.ts';

/** Returns the account's profile, as shown to its users. */
export async function readAccount(db: Db, tenant: Tenant): Promise<z.infer<typeof accountRecord>> {
  const [account] = await withTenant(db, tenant, (tx) =>
    tx.select().from(accounts).where(eq(accounts.id, tenant.accountId)),
  );
  if (!account) throw notFound();
  const { type, name, cnpj, companyName, website, deletesAt } = account;
  return { type, name, cnpj, companyName, website, deletesAt: deletesAt?.toISOString() ?? null };
}

const errorAt = (field: string, code: string): FieldError => ({ field, code, message: t(`validation.${code}`) });

/** Requires a valid tax id and a legal name for a company, and removes both for a person. */
function validated({ type, name, cnpj, companyName }: AccountProfile): AccountProfile {
  if (type === 'PERSONAL') return { type, name, cnpj: null, companyName: null };
  const errors = [
    ...(cnpj ? (cnpjRules.isValid(cnpj) ? [] : [errorAt('cnpj', 'invalid_cnpj')]) : [errorAt('cnpj', 'required')]),
    ...(companyName ? [] : [errorAt('companyName', 'required')]),
  ];
  if (errors.length > 0) throw new ApiError('invalid_input', { errors });
  return { type, name, cnpj, companyName };
}

/** Replaces the account's profile. Throws `ApiError` `invalid_input`. */
export async function editAccount(db: Db, actor: ActingUser, profile: AccountProfile): Promise<void> {
  const values = validated(profile);
  await withTenant(db, actor.tenant, (tx) => tx.update(accounts).set(values).where(eq(accounts.id, actor.accountId)));
}
