import { expect, it } from 'vitest';
import * as kit from '../resources/kit/field.ts';
import { kindOf } from '../resources/kit/field.ts';
import { defineResource, type Resource } from '../resources/kit/resource.ts';
import { asTexts, cellOf } from '../src/server/resource/export.ts';

const things = defineResource({
  name: 'things',
  scope: 'account',
  title: 'name',
  fields: {
    name: kit.text(),
    state: kit.choice(['open', 'paid']),
    marks: kit.choices(['a', 'b']),
    isOn: kit.toggle(),
    day: kit.date(),
    at: kit.moment(),
    pieces: kit.count(),
    weight: kit.decimal({ scale: 3, max: 10_000 }),
    price: kit.money(),
    tint: kit.color(),
    owner: kit.reference('contexts', { onDelete: 'cascade' }),
    others: kit.references('contexts'),
  },
  list: { columns: ['name'], sort: 'name' },
  actions: ['list'],
}) as unknown as Resource;

const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const row = {
  name: 'Moinho, o velho',
  state: 'paid',
  marks: ['a', 'b'],
  isOn: false,
  day: '2026-11-28',
  at: '2026-11-28T17:05:09.000Z',
  pieces: 12_000,
  weight: 1_234.5,
  price: 199_090,
  tint: '#0B7A5E',
  owner: ids[0],
  others: ids,
};

async function exported() {
  const cells = Object.keys(row).map((name) => cellOf(things, name, row));
  const batches = asTexts(
    (async function* () {
      yield [cells];
    })(),
  );
  for await (const [texts = []] of batches) return texts as string[];
  return [];
}

it('reads every kind of cell that an export writes', async () => {
  const optionOf = (label: string) => ({ Sim: 'true', Não: 'false' })[label] ?? label;
  const texts = await exported();
  const read = Object.keys(row).map((name, at) => {
    const { fromText = (text: string) => text } = kindOf(things.fields[name]!);
    return [name, fromText(texts[at] ?? '', optionOf)];
  });
  expect(Object.fromEntries(read)).toEqual(row);
});

it('leaves what it cannot read to the schema, which refuses it', () => {
  const read = (name: string, text: string) => kindOf(things.fields[name]!).fromText?.(text, (label) => label);
  expect(read('pieces', 'doze')).toBe('doze');
  expect(read('price', 'R$ 1.990,50')).toBe(199_050);
  expect(read('weight', '1.5')).toBe(1.5);
  expect(read('isOn', 'talvez')).toBe('talvez');
  expect(read('at', 'ontem')).toBe('ontem');
  expect(read('at', '2026-11-28T17:05:09.000Z')).toBe('2026-11-28T17:05:09.000Z');
});
