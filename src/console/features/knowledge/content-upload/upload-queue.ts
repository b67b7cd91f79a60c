import { useInvalidate } from '@refinedev/core';
import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type KnownFile, knownFile } from '../../../../shared/known-file.ts';
import { fileFault } from '../../../components/file-check.ts';
import { sentenceOf } from '../../../components/notices.ts';
import { upload } from '../../../http/client.ts';

/** Files sent at the same time. */
const AT_ONCE = 2;

export interface QueuedFile {
  key: string;
  file: File;
  /**
   * refused: our own check said no; failed: the sending did, and can be tried again; known: a content holds the very file.
   */
  state: 'refused' | 'waiting' | 'sending' | 'sent' | 'failed' | 'known';
  /** Bytes gone, 0 to 100. */
  percent: number;
  message?: string;
  /** With `known`: the content that holds it. */
  known?: KnownFile;
  /** The content that it is to replace. */
  replaces?: string;
}

export type QueueEvent =
  | { event: 'added'; files: readonly QueuedFile[] }
  | { event: 'changed'; key: string; change: Partial<QueuedFile> }
  | { event: 'retried'; keys: readonly string[] }
  | { event: 'replacing'; key: string; id: string }
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
    case 'replacing':
      return queue.map((one) =>
        one.key === what.key && one.state === 'known'
          ? { ...one, state: 'waiting', percent: 0, message: undefined, known: undefined, replaces: what.id }
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

/** The content that holds the same file, when that is why it was refused. */
function knownFileOf(failure: unknown): KnownFile | undefined {
  const { code, current } = (failure ?? {}) as { code?: string; current?: unknown };
  return code === 'file_known' ? knownFile.safeParse(current).data : undefined;
}

/** Checks files, sends those that pass, two at once, and tells how each is doing. */
export function useUploadQueue(contextId: string) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [queue, dispatch] = useReducer(nextQueue, []);
  const serial = useRef(0);
  const started = useRef(new Set<string>());

  const send = async ({ key, file, replaces }: QueuedFile) => {
    const change = (change: Partial<QueuedFile>) => dispatch({ event: 'changed', key, change });
    change({ state: 'sending' });
    const body = new FormData();
    // The server reads the parts in order: the context decides before the bytes come.
    if (!replaces) body.append('contextId', contextId);
    body.append('file', file);
    const progress = (share: number) => change({ percent: Math.round(share * 100) });
    try {
      if (replaces) await upload(`/contents/file/${replaces}`, body, progress, { method: 'PUT' });
      else await upload('/contents/file', body, progress);
      change({ state: 'sent', percent: 100 });
      void invalidate({ resource: 'contents', invalidates: ['list'] });
    } catch (failure) {
      const message = sentenceOf(t, failure);
      const known = knownFileOf(failure);
      change(known ? { state: 'known', message, known } : { state: 'failed', message });
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
  const replace = (key: string, id: string) => dispatch({ event: 'replacing', key, id });
  const remove = (key: string) => dispatch({ event: 'removed', key });
  return { queue, add, retry, replace, remove };
}
