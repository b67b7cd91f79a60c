import { useInvalidate } from '@refinedev/core';
import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type KnownFile, knownFile } from '../../../../shared/known-file.ts';
import { fileFault } from '../../../components/file-check.ts';
import { sentenceOf } from '../../../components/notices.ts';
import { upload } from '../../../http/client.ts';

const CONCURRENCY = 2;

export interface QueuedFile {
  key: string;
  file: File;
  /**
   * `refused`: the file is invalid and was not sent. `failed`: the upload failed and can be retried. `known`: a content
   * already has the same file.
   */
  state: 'refused' | 'waiting' | 'sending' | 'sent' | 'failed' | 'known';
  /** Share of the bytes sent, from 0 to 100. */
  percent: number;
  message?: string;
  /** With `known`: the content that has the file. */
  known?: KnownFile;
  /** The content whose file this one replaces. */
  replaces?: string;
  /** With `sent`: the content created from the file. */
  contentId?: string;
}

type QueueEvent =
  | { event: 'added'; files: readonly QueuedFile[] }
  | { event: 'changed'; key: string; change: Partial<QueuedFile> }
  | { event: 'retried'; keys: readonly string[] }
  | { event: 'replacing'; key: string; id: string }
  | { event: 'removed'; key: string };

export function nextQueue(queue: readonly QueuedFile[], event: QueueEvent): readonly QueuedFile[] {
  switch (event.event) {
    case 'added':
      return [...queue, ...event.files];
    case 'changed':
      return queue.map((one) => (one.key === event.key ? { ...one, ...event.change } : one));
    case 'retried':
      return queue.map((one) =>
        event.keys.includes(one.key) && one.state === 'failed'
          ? { ...one, state: 'waiting', percent: 0, message: undefined }
          : one,
      );
    case 'replacing':
      return queue.map((one) =>
        one.key === event.key && one.state === 'known'
          ? { ...one, state: 'waiting', percent: 0, message: undefined, known: undefined, replaces: event.id }
          : one,
      );
    case 'removed':
      return queue.filter(({ key }) => key !== event.key);
  }
}

export const dueFiles = (queue: readonly QueuedFile[]): readonly QueuedFile[] => {
  const room = CONCURRENCY - queue.filter(({ state }) => state === 'sending').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room));
};

/** Returns the content with the same file if the server refused the upload because of it; otherwise undefined. */
function knownFileOf(failure: unknown): KnownFile | undefined {
  const { code, current } = (failure ?? {}) as { code?: string; current?: unknown };
  return code === 'file_known' ? knownFile.safeParse(current).data : undefined;
}

/** Returns the queue of files with their states, and its actions. Valid files are uploaded, two at a time. */
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
    // The server reads the parts in order and needs the context before the file.
    if (!replaces) body.append('contextId', contextId);
    body.append('file', file);
    const progress = (share: number) => change({ percent: Math.round(share * 100) });
    try {
      const { id } = replaces
        ? await upload<{ id: string }>(`/contents/file/${replaces}`, body, progress, { method: 'PUT' })
        : await upload<{ id: string }>('/contents/file', body, progress);
      change({ state: 'sent', percent: 100, contentId: id });
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
