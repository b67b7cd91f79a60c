import type { Block } from './blocks.ts';

/** `Valor (R$)`, `Tempo (em min)`, also within a name: `Valor (R$) Hatch`. */
const UNIT = /\s*\((?:em )?(R\$|%|h|hs|horas?|min|minutos?|dias?|semanas?|meses|kg|g|ml|l|litros?|cm|m|m²|km)\)/iu;
/** `8`, `1.400,00`, `30 a 40`, `60 x 90` */
const NUMBER = /^\d[\d.,]*(?:\s*(?:a|-|–|x)\s*\d[\d.,]*)?$/;

/** `8 h` may also be a time of the day. */
const isHours = (unit: string) => /^h(?:s|oras?)?$/i.test(unit);

function withUnit(cell: string, unit: string): string {
  if (unit === 'R$') return `R$ ${cell}`;
  return isHours(unit) ? `${cell} ${cell === '1' ? 'hora' : 'horas'}` : `${cell}${unit === '%' ? '' : ' '}${unit}`;
}

/** Returns tables with the unit that stands in the name of a column beside each of its numbers, where it is understood alone. */
export function spreadUnits(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.kind !== 'table' || !UNIT.test(block.text.split('\n', 1)[0]!)) return block;
    const [header = [], ...rows] = block.text.split('\n').map((line) => line.split(' | '));
    const units = header.map((name, at) =>
      rows.some((cells) => NUMBER.test(cells[at] ?? '')) ? UNIT.exec(name)?.[1] : undefined,
    );
    const lines = [
      header.map((name, at) => (units[at] ? name.replace(UNIT, '') : name)),
      ...rows.map((cells) =>
        cells.map((cell, at) => (units[at] && NUMBER.test(cell) ? withUnit(cell, units[at]) : cell)),
      ),
    ];
    return { ...block, text: lines.map((cells) => cells.join(' | ')).join('\n') };
  });
}
