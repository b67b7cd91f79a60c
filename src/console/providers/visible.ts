import { useMemo } from 'react';
import { guardedFields, objectOf } from '../../../resources/kit/guarded.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { useAsk } from './policy.tsx';

type May = (field: string, action: 'read' | 'write') => boolean;

/** Returns a resource without the guarded fields that may not be read. Those that may not be written are read-only. */
function visibleTo<R extends Resource>(resource: R, may: May): R {
  const guarded = guardedFields(resource);
  const isShown = (name: string) => !guarded.includes(name) || may(name, 'read');
  const isWritten = (name: string) => !guarded.includes(name) || may(name, 'write');
  if (guarded.every((name) => isShown(name) && (resource.fields[name]?.readOnly || isWritten(name)))) return resource;
  const { fields, form, list, show } = resource;
  return {
    ...resource,
    fields: Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => isShown(name) || isWritten(name))
        .map(([name, field]) => [name, isWritten(name) ? field : { ...field, readOnly: true }]),
    ),
    list: {
      ...list,
      columns: list.columns.filter(isShown),
      wideColumns: list.wideColumns?.filter(isShown),
      search: list.search?.some(isShown) ? list.search : undefined,
      filters: list.filters?.filter(isShown),
    },
    show: (show ?? Object.keys(fields)).filter(isShown),
    form: form
      ?.map((row) => [row].flat().filter((name) => isShown(name) || isWritten(name)))
      .filter((row) => row.length > 0),
  };
}

/** Returns a resource as the signed-in user may see it. */
export function useVisible<R extends Resource>(resource: R): R {
  const ask = useAsk();
  return useMemo(
    () => visibleTo(resource, (field, action) => ask?.(objectOf(resource, field), action).can ?? false),
    [resource, ask],
  );
}
