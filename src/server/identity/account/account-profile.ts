import { cnpj as cnpjRules } from 'cpf-cnpj-validator';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountChange, AccountProfile, accountRecord } from '../../../shared/people.ts';
import type { FieldError } from '../../../shared/problem.ts';
import { accounts } from '../../db/schema/identity.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import type { ActingUser } from '../people/acting-user.ts';

export async function readAccount(db: Db, tenant: Tenant): Promise<z.infer<typeof accountRecord>> {
  const [account] = await withTenant(db, tenant, (tx) =>
    tx.select().from(accounts).where(eq(accounts.id, tenant.accountId)),
  );
  if (!account) throw notFound();
  const { website, deletesAt, requiresFactor } = account;
  const profile = profileOf(account);
  return {
    ...profile,
    version: versionOf(profile),
    website,
    requiresFactor,
    deletesAt: deletesAt?.toISOString() ?? null,
  };
}

const profileOf = ({ type, name, cnpj, companyName, keepsFiles }: AccountProfile): AccountProfile => ({
  type,
  name,
  cnpj,
  companyName,
  keepsFiles,
});

const errorAt = (field: string, code: string): FieldError => ({ field, code, message: t(`validation.${code}`) });

/** A company needs a valid tax id and a legal name; a person has neither. */
function validated({ type, name, cnpj, companyName, keepsFiles }: AccountProfile): AccountProfile {
  if (type === 'PERSONAL') return { type, name, cnpj: null, companyName: null, keepsFiles };
  const errors = [
    ...(cnpj ? (cnpjRules.isValid(cnpj) ? [] : [errorAt('cnpj', 'invalid_cnpj')]) : [errorAt('cnpj', 'required')]),
    ...(companyName ? [] : [errorAt('companyName', 'required')]),
  ];
  if (errors.length > 0) throw new ApiError('invalid_input', { errors });
  return { type, name, cnpj, companyName, keepsFiles };
}

/** Absent values stay. Throws `ApiError` `invalid_input`, `changed_meanwhile`. */
export async function editAccount(db: Db, { accountId, tenant }: ActingUser, change: AccountChange): Promise<void> {
  // The id of the account becomes part of the audit entry.
  await withTenant(db, tenant, async (tx) => {
    const isAccount = eq(accounts.id, accountId);
    const [account] = await tx.select().from(accounts).where(isAccount).for('no key update');
    if (!account) throw notFound();
    const values = profileOf(account);
    const own = await mergeChange(tx, { accountId, id: accountId, actions: ['account_edit'], values }, change);
    await tx
      .update(accounts)
      .set(validated({ ...values, ...own }))
      .where(isAccount);
    if (own.keepsFiles === false)
      await tx.execute(sql`delete from content_files f using contents c where f.account_id = ${accountId}
        and c.account_id = f.account_id and c.id = f.content_id and c.status = 'done'`);
    return accountId;
  });
}
