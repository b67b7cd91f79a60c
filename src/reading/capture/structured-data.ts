import type { Block } from '../blocks.ts';
import { microdataOf, type Thing } from './microdata.ts';
import { collapsed, type PageTree, rawText } from './page-tree.ts';

/* schema.org (https://schema.org/docs/gs.html): what a page tells search engines and may draw only by scripts. */

/** Larger data describes a whole catalogue, which its own pages describe better. */
const SCRIPT_MAX = 500_000;
const THINGS_MAX = 60;
const DEPTH_MAX = 6;

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (value == null ? [] : Array.isArray(value) ? value : [value]);
const thingsOf = (value: unknown): Thing[] => listOf(value).filter(isThing);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? collapsed(
        String(value)
          .replace(/<[^>]*>/g, ' ')
          .replaceAll('&nbsp;', ' ')
          .replaceAll('&amp;', '&'),
      )
    : '';
const firstText = (value: unknown) => textOf(listOf(value)[0]);
const typesOf = (thing: Thing) => listOf(thing['@type']).map((type) => textOf(type).replace(/^.*[/#]/, ''));

const PARTS = [
  '@graph',
  'mainEntity',
  'itemListElement',
  'item',
  'hasMenu',
  'hasMenuSection',
  'hasMenuItem',
  'hasVariant',
];

function readThings({ metadataElements, root }: Pick<PageTree, 'metadataElements' | 'root'>): Thing[] {
  const found: Thing[] = [];
  const collect = (value: unknown, depth: number) => {
    for (const thing of thingsOf(value)) {
      if (found.length >= THINGS_MAX || depth > DEPTH_MAX) return;
      if (thing['@type']) found.push(thing);
      for (const key of PARTS) collect(thing[key], depth + 1);
    }
  };
  for (const script of metadataElements) {
    if (!/ld\+json/i.test(script.attribs.type ?? '')) continue;
    const text = rawText(script);
    try {
      if (text.length <= SCRIPT_MAX) collect(JSON.parse(text), 0);
    } catch {
      // Data that is not JSON is of no use to search engines either.
    }
  }
  collect(microdataOf(root), 0);
  return found;
}

/** `349.90` becomes `R$ 349,90`; null for other currencies. */
function price(value: unknown, currency: unknown): string | null {
  const amount = Number.parseFloat(
    firstText(value)
      .replace(/\.(?=\d{3}\b)|[^\d.,]/g, '')
      .replace(',', '.'),
  );
  if (!Number.isFinite(amount) || amount <= 0 || (currency !== undefined && firstText(currency) !== 'BRL')) return null;
  return `R$ ${amount.toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

const AVAILABILITY: Record<string, string> = {
  InStock: 'em estoque',
  OutOfStock: 'esgotado',
  SoldOut: 'esgotado',
  PreOrder: 'pré-venda',
  BackOrder: 'sob encomenda',
};

function offerLines(thing: Thing): string[] {
  const name = firstText(thing.name);
  return thingsOf(thing.offers).flatMap((offer) => {
    const low = price(offer.price ?? offer.lowPrice, offer.priceCurrency);
    const high = price(offer.highPrice, offer.priceCurrency);
    if (!low) return [];
    const amount = high && high !== low ? `de ${low} a ${high}` : low;
    const state = AVAILABILITY[firstText(offer.availability).replace(/^.*[/#]/, '')];
    const variant = firstText(offer.name);
    const what = variant && variant !== name ? `${name} (${variant})` : name;
    return [`${what}: ${amount}${state ? ` (${state})` : ''}`];
  });
}

const DAYS: Record<string, string> = {
  Monday: 'segunda',
  Tuesday: 'terça',
  Wednesday: 'quarta',
  Thursday: 'quinta',
  Friday: 'sexta',
  Saturday: 'sábado',
  Sunday: 'domingo',
  PublicHolidays: 'feriados',
};
const hour = (value: unknown) =>
  textOf(value).replace(/^0?(\d{1,2}):(\d{2}).*$/, (_, h: string, m: string) => (m === '00' ? `${h}h` : `${h}h${m}`));

const DAY_CODES: Record<string, string> = {
  mo: 'segunda',
  tu: 'terça',
  we: 'quarta',
  th: 'quinta',
  fr: 'sexta',
  sa: 'sábado',
  su: 'domingo',
};
/** `Mo-Fr 09:00-19:00`, `Tu,Th 16:00-20:00`. */
const SHORT_HOURS = /^([a-z, -]+?)\s+(\d{1,2}:\d\d)\s*[-–]\s*(\d{1,2}:\d\d)$/i;

function shortHoursLines({ openingHours }: Thing): string[] {
  return listOf(openingHours).flatMap((value) => {
    const [, days = '', opens, closes] = SHORT_HOURS.exec(textOf(value)) ?? [];
    const parts = days.split(/\s*,\s*/).map((part) => part.split(/\s*-\s*/).map((day) => DAY_CODES[day.toLowerCase()]));
    if (!opens || parts.some((names) => names.includes(undefined) || names.length > 2)) return [];
    const named = parts.map((names) => names.join(' a ')).join(' e ');
    return [`Horário de ${named}: das ${hour(opens)} às ${hour(closes)}`];
  });
}

function hoursLines(thing: Thing): string[] {
  const short = shortHoursLines(thing);
  const long = thingsOf(thing.openingHoursSpecification).flatMap((one) => {
    const days = listOf(one.dayOfWeek).map((day) => DAYS[textOf(day).replace(/^.*[/#]/, '')]);
    if (days.length === 0 || days.includes(undefined) || !one.opens || !one.closes) return [];
    const isRange = days.length > 2 && days[0] === 'segunda';
    const named = isRange ? `${days[0]} a ${days.at(-1)}` : days.join(' e ');
    return [`Horário de ${named}: das ${hour(firstText(one.opens))} às ${hour(firstText(one.closes))}`];
  });
  return [...long, ...short];
}

function businessLines(thing: Thing): string[] {
  const [address] = thingsOf(thing.address);
  const parts =
    address &&
    ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode'].map((key) => firstText(address[key]));
  const lines = parts?.[0] ? [`Endereço: ${parts.filter(Boolean).join(', ')}`] : [];
  const phone = firstText(thing.telephone).replace(/^tel:/, '');
  const mail = firstText(thing.email).replace(/^mailto:/, '');
  if (phone) lines.push(`Telefone: ${phone}`);
  if (mail) lines.push(`E-mail: ${mail}`);
  return [...lines, ...hoursLines(thing)];
}

function eventLines(thing: Thing): string[] {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(firstText(thing.startDate)) ?? [];
  if (!year) return offerLines(thing);
  const place = thingsOf(thing.location).map(({ name }) => firstText(name))[0];
  const when = `${day}/${month}/${year}${time ? ` às ${hour(time)}` : ''}`;
  return [`${firstText(thing.name)}: ${when}${place ? `, ${place}` : ''}`, ...offerLines(thing)];
}

/** `facts`: the telephone, address and hours of the business, which all its pages repeat. */
export function structuredData(
  page: Pick<PageTree, 'metadataElements' | 'root'>,
  text: string,
): { blocks: Block[]; facts: string[] } {
  const blocks: Block[] = [];
  const lines: string[] = [];
  const facts: string[] = [];
  const things = readThings(page);
  const variants = new Set(things.flatMap((thing) => thingsOf(thing.hasVariant)));
  const products = things.filter(
    (thing) => !variants.has(thing) && typesOf(thing).some((type) => /Product|MenuItem/.test(type)),
  );
  for (const thing of things) {
    const types = typesOf(thing);
    const is = (pattern: RegExp) => types.some((type) => pattern.test(type));
    if (is(/^Question$/)) {
      const question = firstText(thing.name);
      const answer = thingsOf(thing.acceptedAnswer ?? thing.suggestedAnswer).map((one) => firstText(one.text))[0];
      if (question && answer && !text.includes(answer.slice(0, 60)))
        blocks.push({ kind: 'paragraph', text: answer, question });
    } else if (is(/Product|MenuItem|Service|Course/)) {
      // On a list of products, a price in the text belongs to the product named beside it.
      const at = text.indexOf(firstText(thing.name));
      const own = products.length > 1 && !variants.has(thing) ? (at < 0 ? '' : text.slice(at, at + 200)) : text;
      // What people read wins.
      if (!/R\$\s*\d/.test(own)) lines.push(...offerLines(thing));
    } else if (is(/Event$/)) {
      for (const line of eventLines(thing)) if (!text.includes(line)) lines.push(line);
    } else if (thing.openingHoursSpecification || thing.openingHours || thing.telephone || thing.address)
      facts.push(...businessLines(thing));
  }
  const told = [...new Set(lines)].map((line): Block => ({ kind: 'paragraph', text: line }));
  return { blocks: [...told, ...blocks], facts };
}
