import type { AccountRow } from '../../../shared/staff.ts';
import { formatCnpj } from '../../components/cnpj.ts';

/** What is needed to say whose account it is. */
export type NamedAccount = Pick<AccountRow, 'type' | 'user' | 'cnpj' | 'companyName'> & { email?: string };

/** A company by its legal name, a person by the owner's. */
export const accountTitle = ({ type, user, companyName }: NamedAccount): string =>
  type === 'CORPORATE' ? (companyName ?? user) : user;

/** What tells two of one name apart: a company's CNPJ as it is written, a person's e-mail. */
export const accountDetail = ({ type, cnpj, email }: NamedAccount): string =>
  type === 'CORPORATE' && cnpj ? formatCnpj(cnpj) : (email ?? '');
