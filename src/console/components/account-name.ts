import { formatCnpj } from '../../shared/format.ts';
import type { AccountRow } from '../../shared/staff.ts';

/** The fields that identify an account's owner. */
type NamedAccount = Pick<AccountRow, 'type' | 'user' | 'cnpj' | 'companyName'> & { email?: string };

/** Returns the account's title: the company's legal name, or the owner's name for a personal account. */
export const accountTitle = ({ type, user, companyName }: NamedAccount): string =>
  type === 'CORPORATE' ? (companyName ?? user) : user;

/** Returns what distinguishes accounts with the same title: a company's formatted CNPJ, or a person's email address. */
export const accountDetail = ({ type, cnpj, email }: NamedAccount): string =>
  type === 'CORPORATE' && cnpj ? formatCnpj(cnpj) : (email ?? '');
