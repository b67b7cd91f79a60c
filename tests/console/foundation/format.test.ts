import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartOptions } from '../../../src/console/components/chart-options.ts';
import {
  addDays,
  dayAndLongMonth,
  dayAndMonth,
  dayEnd,
  dayOf,
  dayStart,
  fullDate,
  relativeDate,
  shortDayOf,
  today,
} from '../../../src/console/providers/days.ts';
import { palettes } from '../../../src/console/theme/tokens.ts';
import { t } from '../../../src/server/runtime/translate.ts';
import { BUSINESS_ZONE as timeZone } from '../../../src/shared/constants.ts';
import { formatCount, formatMoney, formatNumber, formatSize, shortName } from '../../../src/shared/format.ts';

const YEAR_MS = 365.25 * 86_400_000;
const NOW = Date.now();
/** From the product's first year to 15 years ahead, as far as the time zone data is reliable. */
const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: NOW + 15 * YEAR_MS });
const isoOf = (ms: number) => new Date(ms).toISOString();
const same = (mine: (ms: number) => string, theirs: (ms: number) => string) =>
  fc.assert(
    fc.property(instant, (ms) => void expect(mine(ms)).toBe(theirs(ms))),
    { numRuns: 500 },
  );

describe('dates match Intl', () => {
  it('in São Paulo time; this fails if daylight saving time returns', () => {
    const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone });
    same(
      (ms) => shortDayOf(isoOf(ms)),
      (ms) => day.format(ms),
    );
    const full = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone });
    same(
      (ms) => fullDate(isoOf(ms)),
      (ms) => full.format(ms),
    );
  });

  it('without the year', () => {
    const short = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', timeZone });
    same(
      (ms) => dayAndMonth(dayOf(isoOf(ms))),
      (ms) => short.format(ms),
    );
    const long = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone });
    same(
      (ms) => dayAndLongMonth(dayOf(isoOf(ms))),
      (ms) => long.format(ms),
    );
  });

  it('relative up to a week, then absolute', () => {
    const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });
    const at = (amount: number, unitMs: number) => relativeDate(isoOf(NOW + amount * unitMs), NOW);
    for (let amount = 1; amount < 60; amount++)
      for (const sign of [-1, 1]) {
        expect(at(sign * amount, 60_000)).toBe(relative.format(sign * amount, 'minute'));
        if (amount < 24) expect(at(sign * amount, 3_600_000)).toBe(relative.format(sign * amount, 'hour'));
        if (amount < 7) expect(at(sign * amount, 86_400_000)).toBe(relative.format(sign * amount, 'day'));
      }
    expect(at(-44, 1_000)).toBe('agora');
    const short = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
    same(
      (ms) => relativeDate(isoOf(ms), ms - 8 * 86_400_000),
      (ms) => short.format(ms),
    );
  });

  it('days begin and end at midnight and follow each other', () => {
    const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone });
    fc.assert(
      fc.property(instant, (ms) => {
        const day = today(ms);
        expect(clock.format(new Date(dayStart(day)))).toBe('00:00:00');
        expect(clock.format(new Date(dayEnd(day)))).toBe('23:59:59');
        expect(Date.parse(dayEnd(day)) + 1).toBe(Date.parse(dayStart(addDays(day, 1))));
        expect(ms >= Date.parse(dayStart(day)) && ms <= Date.parse(dayEnd(day))).toBe(true);
      }),
    );
  });
});

describe('numbers match Intl', () => {
  it('with grouped thousands and three decimals or one', () => {
    const plain = new Intl.NumberFormat('pt-BR');
    const amount = fc.oneof(
      fc.integer(),
      fc.integer().map((thousandths) => thousandths / 1_000),
    );
    fc.assert(fc.property(amount, (one) => void expect(formatCount(one)).toBe(plain.format(one === 0 ? 0 : one))));
    const short = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
    fc.assert(fc.property(amount, (one) => void expect(formatNumber(one)).toBe(short.format(one === 0 ? 0 : one))));
  });

  it('as money from centavos', () => {
    const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
    fc.assert(fc.property(fc.integer(), (one) => void expect(formatMoney(one)).toBe(money.format(one / 100))));
  });

  it('formats file sizes', () => {
    expect([0, 512, 1_000, 348_160, 1_258_291, 5_242_880, 2_147_483_648].map(formatSize)).toEqual([
      ...['0 B', '512 B', '1 KB', '340 KB', '1,2 MB', '5 MB', '2.048 MB'],
    ]);
  });
});

it('cuts the middle of a long name in a sentence', () => {
  const name = `${'Tabela de preços e condições de entrega '.repeat(4)}.docx`;
  expect(t('errors.file_empty', { file: name })).toBe(
    'Tabela de preços e condições de entrega…de entrega .docx - O arquivo está vazio.',
  );
  expect(shortName('cardápio.pdf')).toBe('cardápio.pdf');
});

it('labels the ticks of a chart between small values differently', () => {
  const chart = {
    kind: 'columns',
    rows: [{ name: '25 de nov.', values: [0.2] }],
    series: [{ name: 'Usados', tone: 'one' }],
  } as const;
  const { axis } = chartOptions(chart, palettes.light) as {
    axis: { y: { labelFormatter: (value: number) => string } };
  };
  const ticks = [0, 0.05, 0.1, 0.15000000000000002, 0.2, 1_500];
  expect(ticks.map((one) => axis.y.labelFormatter(one))).toEqual(['0', '0,05', '0,1', '0,15', '0,2', '1.500']);
});

it('gives small counts an axis with whole numbers', () => {
  const series = [{ name: 'Conversas', tone: 'one' }] as const;
  const topOf = (...values: number[]) => {
    const rows = values.map((value, day) => ({ name: `${day + 1} de nov.`, values: [value] }));
    return (chartOptions({ kind: 'columns', rows, series }, palettes.light) as { scale: { y: { domainMax?: number } } })
      .scale.y.domainMax;
  };
  expect([topOf(0, 0), topOf(0, 4), topOf(0, 5), topOf(0.2, 0)]).toEqual([5, 5, undefined, undefined]);
});
