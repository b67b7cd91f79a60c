import { randomBytes } from 'node:crypto';
import type { SandboxCard } from '../../../../shared/billing.ts';
import type { Tx } from '../../../db/tenant.ts';
import { newSecret } from '../../../runtime/secrets.ts';
import { GatewayError, type GatewayPayment } from '../gateway.ts';
import { putObject, queueEvent, type SandboxCustomer, type SandboxObject, type SandboxPayment } from './store.ts';

const HOUR_MS = 3_600_000;
/** A Pix code expires earlier. */
const CONFIRM_MS = 23 * HOUR_MS;
const PIX_MS = HOUR_MS;

type ChargeResult = 'paid' | 'refused' | 'waits';

const BEHAVIOUR: Record<SandboxCard, { present: ChargeResult; absent: ChargeResult }> = {
  approves: { present: 'paid', absent: 'paid' },
  refused: { present: 'refused', absent: 'refused' },
  confirms: { present: 'waits', absent: 'paid' },
  'fails-later': { present: 'paid', absent: 'refused' },
};

export function newPayment(
  id: string,
  customerId: string,
  now: Date,
  values: Pick<SandboxPayment, 'reason' | 'subscriptionId' | 'amount' | 'lines' | 'item' | 'span'> &
    Partial<Pick<SandboxPayment, 'isNewPeriod' | 'reference'>>,
): SandboxObject<SandboxPayment> {
  const unset = { paidAt: null, waitsFor: null, expiresAt: null, isNewPeriod: false, reference: null, charges: 0 };
  const data: SandboxPayment = {
    ...unset,
    ...values,
    status: 'open',
    issuedAt: now.toISOString(),
    secret: `${id}_secret_${newSecret()}`,
  };
  return { id, customerId, data, dueAt: null };
}

export function markPaid(payment: SandboxObject<SandboxPayment>, now: Date): void {
  const isCharged = payment.data.amount > 0;
  Object.assign(payment.data, { status: 'paid', paidAt: now.toISOString(), waitsFor: null, expiresAt: null });
  if (isCharged) payment.data.charges += 1;
  payment.dueAt = null;
}

export function closePayment(payment: SandboxObject<SandboxPayment>, status: 'void' | 'uncollectible'): void {
  Object.assign(payment.data, { status, waitsFor: null, expiresAt: null });
  payment.dueAt = null;
}

/** `isPresent`: the customer can confirm it with the bank. */
export function charge(
  payment: SandboxObject<SandboxPayment>,
  { method }: SandboxCustomer,
  now: Date,
  isPresent: boolean,
): ChargeResult {
  const result: ChargeResult =
    payment.data.amount === 0 ? 'paid' : method ? BEHAVIOUR[method.card][isPresent ? 'present' : 'absent'] : 'refused';
  if (result === 'paid') markPaid(payment, now);
  if (result === 'waits') {
    Object.assign(payment.data, { waitsFor: 'confirm', expiresAt: new Date(now.getTime() + CONFIRM_MS).toISOString() });
  }
  return result;
}

export function startPix(payment: SandboxObject<SandboxPayment>, now: Date): void {
  const expiresAt = new Date(now.getTime() + PIX_MS);
  Object.assign(payment.data, { waitsFor: 'pix', expiresAt: expiresAt.toISOString() });
  payment.dueAt = expiresAt;
}

/** False if the money was given back before. */
export function refund({ data }: SandboxObject<SandboxPayment>, now: Date): boolean {
  if (data.status !== 'paid') throw new GatewayError('refund_refused');
  if (data.refundedAt) return false;
  data.refundedAt = now.toISOString();
  return true;
}

export async function savePayment(tx: Tx, payment: SandboxObject<SandboxPayment>, type: string): Promise<void> {
  await putObject(tx, 'payment', payment);
  if (payment.data.subscriptionId) return;
  await queueEvent(tx, { type, customerId: payment.customerId, subscriptionId: null, paymentId: payment.id });
}

const pixCode = (id: string) => `PIX-DE-TESTE-${id.slice(-12).toUpperCase()}`;

export function paymentView({ id, customerId, data }: SandboxObject<SandboxPayment>): GatewayPayment {
  const { issuedAt, paidAt, span, waitsFor, secret, expiresAt, charges: _, refundedAt: __, ...rest } = data;
  const pix = waitsFor === 'pix' ? { code: pixCode(id), expiresAt: new Date(expiresAt ?? issuedAt) } : null;
  return {
    id,
    customerId,
    ...rest,
    issuedAt: new Date(issuedAt),
    paidAt: paidAt ? new Date(paidAt) : null,
    span: span ? { start: new Date(span.start), end: new Date(span.end) } : null,
    waitsFor: waitsFor && data.status === 'open' ? { kind: waitsFor, clientSecret: secret, pix } : null,
  };
}

const CARD_DETAILS: Record<SandboxCard, { brand: string; lastDigits: string }> = {
  approves: { brand: 'visa', lastDigits: '4242' },
  refused: { brand: 'visa', lastDigits: '0002' },
  confirms: { brand: 'mastercard', lastDigits: '3155' },
  'fails-later': { brand: 'mastercard', lastDigits: '0341' },
};

export const methodOf = (card: SandboxCard, now: Date) => ({
  id: `pm_sandbox_${randomBytes(8).toString('hex')}`,
  kind: 'card' as const,
  card,
  ...CARD_DETAILS[card],
  expires: `12/${now.getUTCFullYear() + 3}`,
});
