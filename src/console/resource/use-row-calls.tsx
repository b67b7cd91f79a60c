import { type HttpError, useInvalidate, useUpdateMany } from '@refinedev/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { fulfils } from '../../../resources/kit/field.ts';
import type { DeclaredAction, Resource } from '../../../resources/kit/resource.ts';
import type { IconName } from '../components/icon.tsx';
import { successNotice } from '../components/notices.ts';
import { useCall } from '../components/use-call.ts';
import { download } from '../http/download.ts';
import { ACTION } from '../providers/data.ts';
import { showFailure } from '../providers/failure.ts';
import { useAsk } from '../providers/policy.tsx';
import { ActionResult, type Results } from './action-result.tsx';
import type { RowAction } from './row-menu.tsx';
import { textsOf } from './texts.ts';

const CallDialog = lazy(() => import('./call-dialog.tsx'));

type Words = Record<string, unknown>;

/** An action on a row or, if `clear` is set, on the selected rows, whose selection it clears. */
export interface StartedCall {
  call: DeclaredAction;
  ids: readonly string[];
  words: Words;
  names?: readonly string[];
  clear?: () => void;
  /** The secret that the action has answered. */
  secret?: string;
}

/** Returns a path with the values of a row in the place of its fields; undefined if one of them is empty. */
function filled(path: string, row: Words): string | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => !row[name])) return undefined;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(row[name])));
}

/** The declared actions and links that the policy allows. */
export interface RowCalls<R> {
  /** Lists the actions that fit a row, and its links; undefined if there are none at all. */
  of?: (row: R) => RowAction[];
  /** Draws the result of the last action on a row; undefined if no action has one. */
  resultOf?: (row: R) => ReactNode;
  /** The actions on several rows. */
  ofRows: readonly {
    name: string;
    icon: IconName;
    fits: (row: R) => boolean;
    start: (rows: readonly R[], clear: () => void) => void;
  }[];
  isBusy: boolean;
  /** Returns the actions of a part with what opens their dialogs. */
  opening: (actions: readonly RowAction[] | undefined) => RowAction[];
  /** The dialog of an action; to be rendered beside the rows. */
  dialog: ReactNode;
}

export function useRowCalls<R extends { id: string }>(
  resource: Resource,
  nameOf: (row: R) => string,
  results: Results = {},
): RowCalls<R> {
  const { name: own, api, rowCalls = [], links = [] } = resource;
  const texts = textsOf(resource);
  const ask = useAsk();
  const others = rowCalls.flatMap(({ changes = [] }) => changes);
  const one = useCall<{ secret?: string }>(own, ...others);
  const many = useUpdateMany<{ id: string }, HttpError>();
  const invalidate = useInvalidate();
  const [opened, setOpened] = useState<StartedCall>();
  const close = () => setOpened(undefined);
  /** The action whose dialog is open. */
  const [acting, setActing] = useState<RowAction>();
  /** The last action with a result, by the id of the row. */
  const [asked, setAsked] = useState<Partial<Record<string, { call: DeclaredAction; times: number }>>>({});

  const send = (started: StartedCall, values: object = {}, onError?: (failure: HttpError) => void) => {
    const { call, ids, words, clear } = started;
    const { name, path = name, answer } = call;
    const [id = ''] = ids;
    if (answer === 'result') return setAsked((all) => ({ ...all, [id]: { call, times: (all[id]?.times ?? 0) + 1 } }));
    if (answer === 'file')
      return void download(`${api}/${id}/${path}`, texts.t(`actions.${name}File`, words)).catch(showFailure);
    if (!clear)
      return one.call({
        ...{ url: `${api}/${id}/${path}`, id, values, onError },
        successText: answer ? undefined : texts.t(`actions.${name}Done`, words),
        onSuccess: (answered) => {
          // Undefined for an action without an answer.
          const { secret } = { ...answered };
          setOpened(secret === undefined ? undefined : { ...started, secret });
        },
      });
    many.mutate(
      {
        ...{ resource: own, ids: [...ids], values, meta: { [ACTION]: path } },
        successNotification: successNotice(texts.t(`actions.${name}RowsDone`, words)),
      },
      {
        onSuccess: () => {
          close();
          clear();
          for (const other of others) void invalidate({ resource: other, invalidates: ['list', 'detail'] });
        },
        onError,
      },
    );
  };
  const start = (started: StartedCall) =>
    started.call.input || started.call.tone === 'danger' ? setOpened(started) : send(started);
  const isBusy = one.isBusy || many.mutation.isPending;
  const allowed = rowCalls.filter(({ name, allowedBy = name }) => ask?.(own, allowedBy).can);
  const fits = ({ when }: DeclaredAction, row: R) => fulfils(when, row as Words);
  const labels = (name: string, words: Words) => ({
    label: texts.t(`actions.${name}Of`, words),
    hint: texts.t(`actions.${name}`),
  });
  const callsOf = (row: R) =>
    allowed
      .filter((call) => fits(call, row))
      .map((call): RowAction => {
        const words = { row, name: nameOf(row) };
        const onClick = () => start({ call, ids: [row.id], words });
        const tone = { danger: call.tone === 'danger', primary: call.tone === 'primary' };
        return { icon: call.icon as IconName, disabled: isBusy, ...tone, ...labels(call.name, words), onClick };
      });
  const resultOf = ({ id }: R) => {
    const { call, times = 0 } = asked[id] ?? {};
    const onClose = () => setAsked((all) => ({ ...all, [id]: undefined }));
    return call && <ActionResult path={`${api}/${id}`} {...{ call, results, times, onClose }} />;
  };
  const open = links.filter(({ allowedBy }) => ask?.(...allowedBy).can);
  const linksOf = (row: R) =>
    open.flatMap(({ name, icon, to }): RowAction[] => {
      const path = filled(to, row as Words);
      return path === undefined ? [] : [{ icon: icon as IconName, ...labels(name, { name: nameOf(row) }), to: path }];
    });
  return {
    of: allowed.length + open.length === 0 ? undefined : (row) => [...callsOf(row), ...linksOf(row)],
    resultOf: rowCalls.some(({ answer }) => answer === 'result') ? resultOf : undefined,
    ofRows: allowed
      .filter(({ on }) => on === 'rows')
      .map((call) => ({
        name: call.name,
        icon: call.icon as IconName,
        fits: (row) => fits(call, row),
        start: (rows, clear) =>
          start({ call, ids: rows.map(({ id }) => id), words: { count: rows.length }, names: rows.map(nameOf), clear }),
      })),
    isBusy,
    opening: (actions = []) =>
      actions
        .filter(({ allowedBy }) => !allowedBy || ask?.(...allowedBy).can)
        .map((action) => (action.dialog ? { ...action, onClick: () => setActing(action) } : action)),
    dialog: (
      <Suspense>
        {opened && <CallDialog resource={resource} started={opened} isBusy={isBusy} send={send} onClose={close} />}
        {acting?.dialog?.(() => setActing(undefined))}
      </Suspense>
    ),
  };
}
