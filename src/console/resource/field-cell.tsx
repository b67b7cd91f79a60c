import { useMany } from '@refinedev/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { resources } from '../../../resources/index.ts';
import type { FieldKind } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { formatAddress, formatCount, formatMoney } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { MomentText } from '../components/moment-text.tsx';
import { StatusDot, toneOf } from '../components/status-dot.tsx';
import { fieldOf } from '../providers/view.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { type ResourceTexts, useResourceTexts } from './texts.ts';

interface CellProps<V = never> {
  resource: Resource;
  texts: ResourceTexts;
  name: string;
  value: V;
}

const Line = ({ value }: Pick<CellProps<string>, 'value'>) => (
  <span className="cell-line" title={value}>
    {value}
  </span>
);

/** Several texts as a sentence lists them: "a, b e c". */
const Listed = ({ texts }: { texts: string[] }) => <Line value={new Intl.ListFormat('pt-BR').format(texts)} />;

function WebAddress({ value }: CellProps<string>) {
  // Only http(s) addresses become links. Others (`javascript:`, …) are shown as text.
  if (!/^https?:\/\//i.test(value)) return <Line value={value} />;
  return (
    <a className="cell-line cell-address" href={value} target="_blank" rel="noopener noreferrer" title={value}>
      {formatAddress(value)} <Icon name="external" size={12} />
    </a>
  );
}

function Choice({ texts, name, value }: CellProps<string>) {
  const tone = toneOf(value);
  const word = texts.option(name, value);
  return tone ? <StatusDot tone={tone}>{word}</StatusDot> : <span>{word}</span>;
}

const Choices = ({ texts, name, value }: CellProps<string[]>) => (
  <Listed texts={value.map((one) => texts.option(name, one))} />
);

function YesOrNo({ texts, name, value }: CellProps<boolean>) {
  return (
    <span className={value ? 'cell-yes' : 'cell-quiet'}>
      {value && <Icon name="check" size={14} />} {texts.option(name, String(value))}
    </span>
  );
}

const Moment = ({ resource, name, value }: CellProps<string>) => (
  <MomentText iso={value} isExact={fieldOf(resource, name).isExact} />
);
const Count = ({ value }: CellProps<number>) => <span className="figures">{formatCount(value)}</span>;
const Money = ({ value }: CellProps<number>) => <span className="figures">{formatMoney(value)}</span>;

/** Returns the titles of rows of another resource, by id. The contexts are already loaded with the session. */
function useNames(to: string, ids: readonly string[]): Map<string, string> {
  const { contexts } = useCurrentContext();
  const pointedAt = resources.find(({ name }) => name === to);
  const { result } = useMany({
    resource: to,
    ids: [...ids],
    queryOptions: { enabled: to !== 'contexts' && ids.length > 0 },
  });
  if (to === 'contexts') return new Map(contexts.map(({ id, name }) => [id, name]));
  return new Map(result.data.map((row) => [String(row.id), String(row[pointedAt?.title ?? 'id'])]));
}

function Reference({ resource, name, value }: CellProps<string>) {
  const found = useNames(fieldOf(resource, name).to ?? '', [value]).get(value);
  return found ? <Line value={found} /> : <Nothing />;
}

function References({ resource, name, value }: CellProps<string[]>) {
  const names = useNames(fieldOf(resource, name).to ?? '', value);
  return <Listed texts={value.flatMap((id) => names.get(id) ?? [])} />;
}

const CELLS: Record<FieldKind, ComponentType<CellProps>> = {
  text: Line,
  longText: Line,
  email: Line,
  url: WebAddress,
  choice: Choice,
  choices: Choices,
  toggle: YesOrNo,
  moment: Moment,
  count: Count,
  money: Money,
  reference: Reference,
  references: References,
};

/** Shows a dash for an empty value. Screen readers read “Sem valor”. */
export function Nothing() {
  const { t } = useTranslation();
  return (
    <span className="cell-nothing cell-quiet">
      <span aria-hidden>—</span>
      <span className="unseen">{t('resource.nothing')}</span>
    </span>
  );
}

/** Returns whether values of this kind are right-aligned. */
export const isFigure = (kind: FieldKind | undefined) => kind === 'count' || kind === 'money';

/** Shows a value according to the kind of its field. */
export function FieldCell({ resource, name, value }: { resource: Resource; name: string; value: unknown }) {
  const texts = useResourceTexts(resource);
  const isNone = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNone) {
    const meaning = texts.none(name);
    return meaning ? <span className="cell-quiet">{meaning}</span> : <Nothing />;
  }
  const Cell = CELLS[fieldOf(resource, name).kind];
  return <Cell resource={resource} texts={texts} name={name} value={value as never} />;
}
