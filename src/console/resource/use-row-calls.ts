import { fulfils } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { IconName } from '../components/icon.tsx';
import { useCall } from '../components/use-call.ts';
import { useAsk } from '../providers/policy.tsx';
import type { RowAction } from './row-menu.tsx';
import type { ResourceTexts } from './texts.ts';

type FieldValues = Readonly<Record<string, unknown>>;

/**
 * Returns a function that lists the declared actions of a row that the policy allows and that fit the row; undefined if the
 * policy allows none.
 */
export function useRowCalls<R extends { id: string }>(
  resource: Resource,
  texts: ResourceTexts,
  nameOf: (row: R) => string,
): ((row: R) => RowAction[]) | undefined {
  const { name: own, api, rowCalls = [] } = resource;
  const ask = useAsk();
  const { call, isBusy } = useCall(own, ...rowCalls.flatMap(({ changes = [] }) => changes));
  const allowed = rowCalls.filter(({ name }) => ask?.(own, name).can);
  if (allowed.length === 0) return undefined;
  return (row) =>
    allowed
      .filter((one) => fulfils(one.when, row as FieldValues))
      .map(({ name, icon }) => {
        const words = { row, name: nameOf(row) };
        return {
          icon: icon as IconName,
          label: texts.t(`actions.${name}Of`, words),
          hint: texts.t(`actions.${name}`),
          disabled: isBusy,
          onClick: () =>
            call({ url: `${api}/${row.id}/${name}`, id: row.id, successText: texts.t(`actions.${name}Done`, words) }),
        };
      });
}
