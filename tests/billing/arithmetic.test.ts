import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { sign, verifySignature } from '../../src/server/billing/gateways/signature.ts';
import { orderNumberOf } from '../../src/server/billing/invoices.ts';
import { isUpgrade, type PlanItem, prorate, prorateAmount } from '../../src/server/billing/proration.ts';
import { forecast } from '../../src/server/billing/show-subscription.ts';
import { addMonths, periodEnd } from '../../src/server/runtime/calendar.ts';

const day = (text: string) => new Date(`${text}T12:00:00Z`);
const april = { start: day('2026-04-01'), end: day('2026-05-01') };
const item = (amount: number, period: PlanItem['period'] = 'MONTHLY', planId = `plan-${amount}`): PlanItem => ({
  planId,
  text: planId,
  period,
  amount,
});

describe('the unused part of a period', () => {
  test.each([
    [9_900, '2026-04-01', 9_900],
    [9_900, '2026-04-16', 4_950],
    [9_900, '2026-05-01', 0],
    [9_900, '2026-06-01', 0],
    [9_900, '2026-03-01', 9_900],
    [1, '2026-04-16', 1],
    [100, '2026-04-11', 67],
    [100, '2026-04-21', 33],
    [0, '2026-04-11', 0],
  ])('of %i centavos on %s is %i', (amount, at, left) => {
    expect(prorateAmount(amount, april, day(at))).toBe(left);
  });

  it('never grows over time and never exceeds the whole', () => {
    const moments = fc.array(fc.integer({ min: -10, max: 45 * 86_400_000 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), moments, (amount, passed) => {
        const sorted = passed.toSorted((a, b) => a - b);
        const amounts = sorted.map((ms) => prorateAmount(amount, april, new Date(april.start.getTime() + ms)));
        for (const [at, left] of amounts.entries()) {
          expect(Number.isSafeInteger(left)).toBe(true);
          expect(left).toBeLessThanOrEqual(amounts[at - 1] ?? amount);
          expect(left).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('an upgrade', () => {
  it('costs the remaining value of the new plan minus that of the old one', () => {
    const { lines, amount, isNewPeriod, span } = prorate(item(9_900), item(24_900), april, day('2026-04-16'));
    expect(lines.map((line) => line.amount)).toEqual([12_450, -4_950]);
    expect({ amount, isNewPeriod, span }).toEqual({ amount: 7_500, isNewPeriod: false, span: april });
  });

  it('from monthly to yearly starts the year now', () => {
    const { amount, span, isNewPeriod } = prorate(item(9_900), item(99_000, 'YEARLY'), april, day('2026-04-16'));
    expect(amount).toBe(99_000 - 4_950);
    expect(isNewPeriod).toBe(true);
    expect(span).toEqual({ start: day('2026-04-16'), end: day('2027-04-16') });
  });

  it('is never negative, and its lines add up to its amount', () => {
    const any = fc.record({
      amount: fc.integer({ min: 0, max: 10_000_000 }),
      period: fc.constantFrom('MONTHLY' as const, 'YEARLY' as const),
      rank: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(any, any, fc.integer({ min: 0, max: 30 * 86_400_000 }), (from, into, passed) => {
        const own = { ...item(from.amount, from.period), rank: from.rank };
        const next = { ...item(into.amount, into.period), rank: into.rank };
        const at = new Date(april.start.getTime() + passed);
        const { amount, lines } = prorate(own, next, april, at);
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
        if (isUpgrade(own, next)) expect(amount).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['dearer', 1, 'MONTHLY', 2, 'MONTHLY', true],
    ['cheaper', 2, 'MONTHLY', 1, 'MONTHLY', false],
    ['the same, yearly', 1, 'MONTHLY', 1, 'YEARLY', true],
    ['the same, monthly', 1, 'YEARLY', 1, 'MONTHLY', false],
    ['more expensive, but monthly', 1, 'YEARLY', 2, 'MONTHLY', false],
    ['cheaper, but yearly', 2, 'MONTHLY', 1, 'YEARLY', false],
  ] as const)(
    'decides whether a plan change is an upgrade: %s',
    (_, fromRank, fromPeriod, intoRank, intoPeriod, expected) => {
      const priceOf = (rank: number, period: string) => rank * (period === 'YEARLY' ? 100_000 : 10_000);
      const from = { ...item(priceOf(fromRank, fromPeriod), fromPeriod), rank: fromRank };
      const into = { ...item(priceOf(intoRank, intoPeriod), intoPeriod), rank: intoRank };
      expect(isUpgrade(from, into)).toBe(expected);
    },
  );
});

describe('the calendar', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-05-15', -12, '2025-05-15'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(addMonths(day(from), months)).toEqual(day(to));
  });

  it('counts periods from the first day, so that a start on the 31st does not drift', () => {
    expect(periodEnd(day('2026-01-31'), 'MONTHLY', 3)).toEqual(day('2026-04-30'));
    expect(periodEnd(day('2028-02-29'), 'YEARLY', 4)).toEqual(day('2032-02-29'));
  });
});

it('an order number contains the date in Brazil and differs between invoices', () => {
  const at = new Date('2026-11-22T01:30:00Z');
  const numbers = ['0193a1b2-0000-7000-8000-0123456789ab', '0193a1b2-0000-7000-8000-0123456789ac'];
  const [one, two] = numbers.map((id) => orderNumberOf(id, at));
  expect(one).toMatch(/^20261121-[0-9A-Z]{6}$/);
  expect(two).not.toBe(one);
});

describe('a forecast', () => {
  const span = { since: day('2026-04-01'), until: day('2026-05-01') };
  it('continues at the current pace', () => {
    const end = forecast({ left: 300, used: 100, ...span }, day('2026-04-06'));
    expect(end).toEqual(day('2026-04-21'));
  });
  it('is null when credits last, when nothing was used and on the first day', () => {
    expect(forecast({ left: 3_000, used: 100, ...span }, day('2026-04-06'))).toBeNull();
    expect(forecast({ left: 300, used: 0, ...span }, day('2026-04-06'))).toBeNull();
    expect(forecast({ left: 1, used: 300, ...span }, new Date('2026-04-01T18:00:00Z'))).toBeNull();
  });
});

it('a signature is valid only for its body and secret, and for five minutes', () => {
  const body = Buffer.from('{"a":1}');
  const now = new Date();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  expect(() => verifySignature('s', sign('s', body, now), body, later(299))).not.toThrow();
  for (const [header, read, at] of [
    [sign('s', body, now), body, later(302)],
    [sign('s', body, later(302)), body, now],
    [sign('t', body, now), body, now],
    [sign('s', body, now), Buffer.from('{"a":2}'), now],
    [undefined, body, now],
    [`${sign('s', body, now)},v1=`, body, now],
  ] as const) {
    expect(() => verifySignature('s', header, read, at)).toThrow('bad_signature');
  }
});
