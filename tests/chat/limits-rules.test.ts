import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitSentence } from '../../src/server/chat/limits/sentence.ts';
import { addressKey } from '../../src/server/runtime/address-key.ts';
import { dayOf, monthOf, nextDay, nextMonth, secondsUntil } from '../../src/server/runtime/calendar.ts';
import { LIMIT_KINDS } from '../../src/shared/limits.ts';
import { openLimitFixture } from './limits-fixture.ts';

describe('the calendar', () => {
  it('uses São Paulo time, three hours behind UTC', () => {
    expect(dayOf(new Date('2026-11-22T02:59:59.999Z'))).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-22');
    expect(monthOf(new Date('2027-01-01T02:00:00Z'))).toBe('2026-12');
    const [late, last] = [new Date('2026-11-22T02:59:00.500Z'), new Date('2026-11-30T03:00:00Z')];
    expect(secondsUntil(late, nextDay(late))).toBe(60);
    expect(secondsUntil(last, nextMonth(last))).toBe(24 * 60 * 60);
    expect(nextMonth(new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2027-01-01T03:00:00.000Z');
  });

  it('handles the years in which daylight saving time changed at midnight', () => {
    expect(nextDay(new Date('2018-11-04T02:00:00Z')).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(nextDay(new Date('2019-02-17T00:00:00Z')).toISOString()).toBe('2019-02-17T03:00:00.000Z');
  });

  it('starts the next day and month exactly when the date changes', () => {
    const moment = fc.date({ min: new Date('2015-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (date) => {
        for (const [name, next] of [
          [dayOf, nextDay],
          [monthOf, nextMonth],
        ] as const) {
          const then = next(date);
          expect(then.getTime()).toBeGreaterThan(date.getTime());
          expect(name(new Date(then.getTime() - 1))).toBe(name(date));
          expect(name(then) > name(date)).toBe(true);
        }
      }),
    );
  });
});

describe('the key of an IP address', () => {
  const keyFrom = (text: string) => ({ current: new TextEncoder().encode(text), previous: null });
  const key = keyFrom('uma chave secreta de trinta e dois bytes');
  const keyOf = (ip: string) => addressKey(key, ip);

  it('is the same for every spelling of an IPv4 address', () => {
    expect(keyOf('::ffff:203.0.113.7')).toBe(keyOf('203.0.113.7'));
    expect(keyOf('::ffff:cb00:7107')).toBe(keyOf('203.0.113.7'));
    expect(keyOf('203.0.113.8')).not.toBe(keyOf('203.0.113.7'));
  });

  it('is the same for all addresses of a /64', () => {
    const one = keyOf('2001:db8:1:2::1');
    expect(keyOf('2001:0DB8:1:2:ffff:ffff:ffff:ffff')).toBe(one);
    expect(keyOf('2001:db8:1:3::1')).not.toBe(one);
    expect(keyOf('2001:db8:0:2::1')).not.toBe(one);
  });

  it('does not reveal the address and depends on the secret key', () => {
    expect(keyOf('203.0.113.7')).toMatch(/^[\w-]{22}$/);
    expect(addressKey(keyFrom('outra chave'), '203.0.113.7')).not.toBe(keyOf('203.0.113.7'));
  });

  it('also exists for an invalid address', () => {
    fc.assert(fc.property(fc.string(), (text) => keyOf(text).length === 22));
  });
});

it("uses the owner's message for each limit, or else the default", () => {
  const messages = { ...openLimitFixture.messages, daily: 'Por hoje é só!' };
  const limits = { ...openLimitFixture, messages };
  expect(limitSentence({ limits }, 'daily')).toBe('Por hoje é só!');
  const ours = LIMIT_KINDS.map((kind) => limitSentence({ limits: null }, kind));
  expect(new Set(ours).size).toBe(LIMIT_KINDS.length);
  for (const sentence of ours) expect(sentence).toMatch(/^\p{Lu}.+[.!]$/u);
  expect(limitSentence({ limits }, 'minute')).toBe(limitSentence({ limits: null }, 'minute'));
});
