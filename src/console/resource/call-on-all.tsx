import { type BaseRecord, useList } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import type { DeclaredAction, Resource } from '../../../resources/kit/resource.ts';
import { formatCount } from '../../shared/format.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { LateModal } from '../components/late-modal.tsx';
import { useCall } from '../components/use-call.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { textFilter, withFilter } from '../providers/view.ts';
import { textsOf } from './texts.ts';
import type { ListControl } from './use-list-table.ts';

type Answer = BaseRecord & Record<string, number>;

/** The buttons for the actions on all rows of a state. */
export const CallsOnAll = ({ resource, control }: { resource: Resource; control: ListControl }) =>
  (resource.rowCalls ?? []).map(
    (call) => call.all && <CallOnAll key={call.name} {...{ resource, control, call }} all={call.all} />,
  );

/** A button that asks, with their number, and does an action on all rows of a state that the view's filters leave. */
function CallOnAll(props: {
  resource: Resource;
  control: ListControl;
  call: DeclaredAction;
  all: NonNullable<DeclaredAction['all']>;
}) {
  const { resource, call, all } = props;
  const { filters } = props.control.view;
  const { name: own, api, list } = resource;
  const texts = textsOf(resource);
  const [isAsking, setAsking] = useState(false);
  const canCall = useAllowed(own, call.allowedBy ?? call.name);
  const { call: send, isBusy } = useCall<Answer>(own, ...(call.changes ?? []));
  const values = Object.fromEntries(all.by.map((name) => [name, textFilter(filters, name) ?? null]));
  const found = { ...values, [all.state[0]]: all.state[1] };
  const { query } = useList({
    resource: own,
    filters: Object.entries(found).flatMap(([name, eq]) => (eq === null ? [] : withFilter([], name, { eq }))),
    pagination: { currentPage: 1, pageSize: 1 },
    queryOptions: { enabled: canCall, refetchInterval: list.pollMs },
  });
  const count = query.data?.total ?? 0;
  const wordsOf = (number: number) => ({ count: number, total: formatCount(number) });
  const text = (end: string, number = count) => texts.t(`actions.${call.name}All${end}`, wordsOf(number));
  const close = () => setAsking(false);
  const start = () =>
    send({
      ...{ url: `${api}/${call.path ?? call.name}`, values },
      successText: (answer) => {
        const [done = 0] = Object.values(answer) as number[];
        return done > 0 ? text('Done', done) : { type: 'error', message: text('None') };
      },
      onSuccess: close,
    });
  // The dialog stays while the rows that it is about leave the list.
  if (!canCall || (count === 0 && !isAsking)) return null;
  const isNarrow = Object.values(values).some((value) => value !== null);
  return (
    <>
      <Button icon={<Icon name={call.icon as IconName} />} onClick={() => setAsking(true)}>
        {text('')}
      </Button>
      <LateModal
        open={isAsking}
        title={text('Ask.title')}
        onCancel={close}
        okText={texts.t(`actions.${call.name}`)}
        confirmLoading={isBusy}
        onOk={start}
      >
        <p>{text(isNarrow ? 'Ask.filtered' : 'Ask.text')}</p>
      </LateModal>
    </>
  );
}
