import type * as cheerio from 'cheerio/slim';

type Dom = cheerio.CheerioAPI;
type DomElement = ReturnType<Dom>;

interface Level {
  start: number;
  format: string;
  text: string;
  style: string | undefined;
  isLegal: boolean;
  restarts: boolean;
}
interface List {
  abstractId: string;
  levels: Map<number, Level>;
  /** Numbers at which this list begins anew. */
  starts: Map<number, number>;
}

const numberOf = (element: DomElement, fallback: number) => {
  const value = Number.parseInt(element.attr('w:val') ?? '', 10);
  return Number.isNaN(value) ? fallback : value;
};
export const isOn = (element: DomElement): boolean =>
  element.length > 0 && !/^(?:0|false|off)$/.test(element.attr('w:val') ?? '');

function levelOf(element: DomElement): Level {
  return {
    start: numberOf(element.children('w\\:start'), 1),
    format: element.children('w\\:numFmt').attr('w:val') ?? 'decimal',
    text: element.children('w\\:lvlText').attr('w:val') ?? '',
    style: element.children('w\\:pStyle').attr('w:val'),
    isLegal: isOn(element.children('w\\:isLgl')),
    restarts: element.children('w\\:lvlRestart').attr('w:val') !== '0',
  };
}

const levelsIn = ($: Dom, parent: DomElement) =>
  new Map(
    parent
      .children('w\\:lvl')
      .toArray()
      .map((level) => [Number($(level).attr('w:ilvl')), levelOf($(level))]),
  );

function listsOf($: Dom, linked: (style: string) => string | undefined): Map<string, List> {
  const abstracts = new Map(
    $('w\\:abstractNum')
      .toArray()
      .map((element) => [$(element).attr('w:abstractNumId') ?? '', $(element)]),
  );
  const nums = new Map(
    $('w\\:num')
      .toArray()
      .map((element) => [$(element).attr('w:numId') ?? '', $(element)]),
  );
  const abstractOf = (num: DomElement | undefined) =>
    abstracts.get(num?.children('w\\:abstractNumId').attr('w:val') ?? '');
  return new Map(
    [...nums].map(([id, num]) => {
      const named = abstractOf(num);
      const link = named?.children('w\\:numStyleLink').attr('w:val');
      const abstract = (link && abstractOf(nums.get(linked(link) ?? ''))) || named;
      const levels = abstract ? levelsIn($, abstract) : new Map<number, Level>();
      const starts = new Map<number, number>();
      for (const element of num.children('w\\:lvlOverride').toArray()) {
        const at = Number($(element).attr('w:ilvl'));
        const start = $(element).children('w\\:startOverride');
        if (start.length > 0) starts.set(at, numberOf(start, 1));
        for (const [, level] of levelsIn($, $(element))) levels.set(at, level);
      }
      return [id, { abstractId: abstract?.attr('w:abstractNumId') ?? id, levels, starts }];
    }),
  );
}

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const ROMAN_MAX = 4_000;

function roman(number: number): string {
  let rest = number < ROMAN_MAX ? number : 0;
  return ROMAN.map(([value, sign]) => {
    const count = Math.floor(rest / value);
    rest -= count * value;
    return sign.repeat(count);
  }).join('');
}

/** As Word counts: after `z` comes `aa`. */
const letter = (number: number) =>
  String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(9, 1 + Math.floor((number - 1) / 26)));

function formatted(number: number, format: string): string {
  if (number > 0) {
    if (/Roman$/.test(format)) return format === 'upperRoman' ? roman(number).toUpperCase() : roman(number);
    if (/Letter$/.test(format)) return format === 'upperLetter' ? letter(number).toUpperCase() : letter(number);
    if (format === 'ordinal') return `${number}º`;
    if (format === 'decimalZero') return String(number).padStart(2, '0');
  }
  return format === 'none' ? '' : String(number);
}

interface Numbered {
  numId: string | undefined;
  level: number | undefined;
}

const numberedIn = (properties: DomElement): Numbered => {
  const numbering = properties.children('w\\:numPr');
  const level = numbering.children('w\\:ilvl');
  return {
    numId: numbering.children('w\\:numId').attr('w:val'),
    level: level.length > 0 ? numberOf(level, 0) : undefined,
  };
};

/** As Word does, in reading order. */
export class WordNumbering {
  readonly #lists: Map<string, List>;
  readonly #styles: Map<string, Numbered & { basedOn: string | undefined }>;
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(numbering: Dom, styles: Dom) {
    this.#styles = new Map(
      styles('w\\:style')
        .toArray()
        .map((element) => {
          const style = styles(element);
          const basedOn = style.children('w\\:basedOn').attr('w:val');
          return [style.attr('w:styleId') ?? '', { ...numberedIn(style.children('w\\:pPr')), basedOn }];
        }),
    );
    this.#lists = listsOf(numbering, (style) => this.#styles.get(style)?.numId);
  }

  /** `2.1.`, `a)`, `-`, or null; counts the paragraph. */
  next(properties: DomElement): string | null {
    const own = numberedIn(properties);
    const styleId = properties.children('w\\:pStyle').attr('w:val');
    const style = this.#styleNumbering(styleId);
    const list = this.#lists.get(own.numId ?? style?.numId ?? '');
    if (!list) return null;
    const byStyle = [...list.levels].find(([, level]) => styleId !== undefined && level.style === styleId)?.[0];
    const at = own.level ?? byStyle ?? style?.level ?? 0;
    const level = list.levels.get(at);
    return level ? this.#label(list, own.numId ?? style?.numId ?? '', at, level) : null;
  }

  #styleNumbering(id: string | undefined): Numbered | null {
    const seen = new Set<string>();
    for (let at = id; at !== undefined && !seen.has(at); at = this.#styles.get(at)?.basedOn) {
      const style = this.#styles.get(at);
      if (style?.numId !== undefined) return style;
      seen.add(at);
    }
    return null;
  }

  #label(list: List, numId: string, at: number, level: Level): string | null {
    if (level.format === 'bullet') return '-';
    const counts = this.#counts.get(list.abstractId) ?? [];
    this.#counts.set(list.abstractId, counts);
    const first = list.starts.get(at);
    const key = `${numId} ${at}`;
    const last = counts[at];
    counts[at] = first !== undefined && !this.#begun.has(key) ? first : last === undefined ? level.start : last + 1;
    this.#begun.add(key);
    for (let deeper = at + 1; deeper < counts.length; deeper += 1)
      if (list.levels.get(deeper)?.restarts !== false) counts[deeper] = undefined;
    const label = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const other = list.levels.get(index);
      const count = counts[index] ?? other?.start ?? 1;
      return formatted(count, level.isLegal ? 'decimal' : (other?.format ?? 'decimal'));
    });
    return label.trim() || null;
  }
}
