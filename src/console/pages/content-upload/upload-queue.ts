import { useInvalidate } from '@refinedev/core';
import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../http/client.ts';
import { fileFault } from '../../resource/file-check.ts';
import { sentenceOf } from '../../resource/notices.ts';

/** Files sent at the same time. */
const AT_ONCE = 2;

export interface QueuedFile {
  key: string;
  file: File;
  /** refused: our own check said no; failed: the sending did. Only the second can be tried again. */
  state: 'refused' | 'waiting' | 'sending' | 'sent' | 'failed';
  /** Bytes gone, 0 to 100. */
  percent: number;
  message?: string;
}

export type QueueEvent =
  | { event: 'added'; files: readonly QueuedFile[] }
  | { event: 'changed'; key: string; change: Partial<QueuedFile> }
  | { event: 'retried'; keys: readonly string[] }
  | { event: 'removed'; key: string };

/** The queue after an event. */
export function nextQueue(queue: readonly QueuedFile[], what: QueueEvent): readonly QueuedFile[] {
  switch (what.event) {
    case 'added':
      return [...queue, ...what.files];
    case 'changed':
      return queue.map((one) => (one.key === what.key ? { ...one, ...what.change } : one));
    case 'retried':
      return queue.map((one) =>
        what.keys.includes(one.key) && one.state === 'failed'
          ? { ...one, state: 'waiting', percent: 0, message: undefined }
          : one,
      );
    case 'removed':
      return queue.filter(({ key }) => key !== what.key);
  }
}

/** The files whose turn it is. */
export const dueFiles = (queue: readonly QueuedFile[]): readonly QueuedFile[] => {
  const room = AT_ONCE - queue.filter(({ state }) => state === 'sending').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room));
};

/** Checks files, sends those that pass, two at once, and tells how each is doing. */
export function useUploadQueue(contextId: string) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [queue, dispatch] = useReducer(nextQueue, []);
  const serial = useRef(0);
  const started = useRef(new Set<string>());

  const send = async ({ key, file }: QueuedFile) => {
    const change = (change: Partial<QueuedFile>) => dispatch({ event: 'changed', key, change });
    change({ state: 'sending' });
    const body = new FormData();
    // The server reads the parts in order: the context decides before the bytes come.
    body.append('contextId', contextId);
    body.append('file', file);
    try {
      await upload('/contents/file', body, (share) => change({ percent: Math.round(share * 100) }));
      change({ state: 'sent', percent: 100 });
      void invalidate({ resource: 'contents', invalidates: ['list'] });
    } catch (failure) {
      change({ state: 'failed', message: sentenceOf(t, failure) });
    } finally {
      started.current.delete(key);
    }
  };
  useEffect(() => {
    for (const due of dueFiles(queue)) {
      if (started.current.has(due.key)) continue;
      started.current.add(due.key);
      void send(due);
    }
  });

  const add = (files: readonly File[]) =>
    dispatch({
      event: 'added',
      files: files.map((file): QueuedFile => {
        const fault = fileFault(file);
        const key = String(++serial.current);
        if (!fault) return { key, file, state: 'waiting', percent: 0 };
        return { key, file, state: 'refused', percent: 0, message: t(`errors.${fault}`, { file: file.name }) };
      }),
    });
  const retry = (keys: readonly string[]) => dispatch({ event: 'retried', keys });
  const remove = (key: string) => dispatch({ event: 'removed', key });
  return { queue, add, retry, remove };
}
