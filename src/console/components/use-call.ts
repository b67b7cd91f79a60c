import {
  type BaseRecord,
  type HttpError,
  type OpenNotificationParams,
  useCustomMutation,
  useInvalidate,
} from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { successNotice } from './notices.ts';

export interface CallOptions<Answer> {
  url: string;
  /** POST by default. */
  method?: 'post' | 'put' | 'patch' | 'delete';
  values?: object;
  /** The row that the call changes. */
  id?: string;
  /** The notification after success; none by default. */
  successText?: string | ((answer: Answer) => string | OpenNotificationParams);
  /** Whether the caller shows this error itself, so that no notification does. */
  isShown?: (failure: HttpError) => boolean;
  onSuccess?: (answer: Answer) => unknown;
  onError?: (failure: HttpError) => unknown;
  onSettled?: () => unknown;
}

/**
 * Refine's useCustomMutation for an action that is no create, edit or delete. After each call, also a failed one, it
 * refetches what it changes: the lists of resources, with the changed row, and what useGet has read from paths. A call
 * that is on its way is not sent again.
 */
export function useCall<Answer extends BaseRecord = BaseRecord>(...changes: readonly string[]) {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const { mutate, mutation } = useCustomMutation<Answer, HttpError>();
  // `isPending` comes with the next render, which is too late for the second click of a double click.
  const underWay = useRef<string>(undefined);
  const call = ({ url, method = 'post', values = {}, id, successText, isShown, ...on }: CallOptions<Answer>) => {
    const sent = JSON.stringify([method, url, values instanceof FormData ? [...values] : values]);
    if (sent === underWay.current) return;
    underWay.current = sent;
    mutate(
      {
        url,
        method,
        values,
        successNotification: (response) => {
          if (!successText || !response) return false;
          const notice = typeof successText === 'string' ? successText : successText(response.data);
          return typeof notice === 'string' ? successNotice(notice)() : notice;
        },
        errorNotification: (failure) => (isShown?.(failure as HttpError) ? false : undefined),
      },
      {
        onSuccess: ({ data }) => void on.onSuccess?.(data),
        onError: (failure) => void on.onError?.(failure),
        onSettled: () => {
          underWay.current = undefined;
          for (const changed of changes) {
            if (changed.startsWith('/')) void client.invalidateQueries({ queryKey: [changed] });
            else void invalidate({ resource: changed, id, invalidates: ['list', 'detail'] });
          }
          on.onSettled?.();
        },
      },
    );
  };
  const { isPending, variables, data } = mutation;
  return { call, isBusy: isPending, busyUrl: isPending ? variables?.url : undefined, answer: data?.data };
}
