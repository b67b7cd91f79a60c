import type { Resource } from '../../../resources/kit/resource.ts';
import { fieldOf } from '../providers/view.ts';
import { drawnKindOf } from './drawn-kinds.ts';
import { Nothing } from './nothing.tsx';
import { useResourceTexts } from './texts.ts';

interface Props {
  resource: Resource;
  name: string;
  value: unknown;
  /** On the row's page, which has room for all of it. */
  isDetail?: boolean;
}

/** Shows a value according to the kind of its field. */
export function FieldCell({ resource, name, value, isDetail = false }: Props) {
  const texts = useResourceTexts(resource);
  const isNone = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNone) {
    const meaning = texts.none(name);
    return meaning ? <span className="cell-quiet">{meaning}</span> : <Nothing />;
  }
  const field = fieldOf(resource, name);
  const { Cell, Detail = Cell } = drawnKindOf(field);
  const Shown = isDetail ? Detail : Cell;
  return <Shown resource={resource} texts={texts} name={name} field={field} value={value as never} />;
}
