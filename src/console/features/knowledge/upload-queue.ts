import { useInvalidate } from '@refinedev/core';
import { useEffect, useRef, useState } from 'react';
import { type KnownFile, knownFile } from '../../../shared/known-file.ts';
import { fileFault } from '../../components/drop-zone.tsx';
import { sentenceOf } from '../../components/notices.ts';
import { upload } from '../../http/client.ts';
import { t } from '../../providers/i18n.ts';

const CONCURRENCY = 2;
/** What the same file would meet again. */
const REFUSALS = ['file_format', 'file_empty', 'file_too_large'];

export interface QueuedFile {
  key: string;
  file: File;
  /**
   * `refused`: the file is invalid, for the browser or for the server. `failed`: the upload failed and can be retried. `known`: a content
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

const WAITING = { state: 'waiting', percent: 0, message: undefined } as const;

export const retried = (queue: readonly QueuedFile[], keys: readonly string[]): readonly QueuedFile[] =>
  queue.map((one) => (keys.includes(one.key) && one.state === 'failed' ? { ...one, ...WAITING } : one));

export const dueFiles = (queue: readonly QueuedFile[]): readonly QueuedFile[] => {
  const room = CONCURRENCY - queue.filter(({ state }) => state === 'sending').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room));
};

/** Returns the content with the same file if the server refused the upload because of it; otherwise undefined. */
function knownFileOf(failure: unknown): KnownFile | undefined {
  const { code, current } = (failure ?? {}) as { code?: string; current?: unknown };
  return code === 'file_known' ? knownFile.safeParse(current).data : undefined;
}

/**
 * Returns the queue of files with their states, and its actions. Valid files are uploaded, two at a time. Each one
 * becomes a content of the context or, with `replaces`, the file of that content.
 */
export function useUploadQueue(target: { contextId?: string; replaces?: string; onSent?: (file: File) => void }) {
  const invalidate = useInvalidate();
  const [queue, setQueue] = useState<readonly QueuedFile[]>([]);
  const serial = useRef(0);
  const started = useRef(new Set<string>());

  const change = (key: string, patch: Partial<QueuedFile>) =>
    setQueue((now) => now.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const send = async ({ key, file, replaces }: QueuedFile) => {
    change(key, { state: 'sending' });
    const body = new FormData();
    // The server reads the parts in order and needs the context before the file.
    if (target.contextId && !replaces) body.append('contextId', target.contextId);
    body.append('file', file);
    const progress = (share: number) => change(key, { percent: Math.round(share * 100) });
    try {
      const { id } = replaces
        ? await upload<{ id: string }>(`/contents/file/${replaces}`, body, progress, { method: 'PUT' })
        : await upload<{ id: string }>('/contents/file', body, progress);
      change(key, { state: 'sent', percent: 100, contentId: id });
      target.onSent?.(file);
    } catch (failure) {
      const message = sentenceOf(failure);
      const known = knownFileOf(failure);
      const isRefused = REFUSALS.includes((failure as { code?: string }).code ?? '');
      change(key, known ? { state: 'known', message, known } : { state: isRefused ? 'refused' : 'failed', message });
    } finally {
      started.current.delete(key);
      void invalidate({ resource: 'contents', invalidates: ['list', 'detail'], id: replaces });
    }
  };
  useEffect(() => {
    for (const due of dueFiles(queue)) {
      if (started.current.has(due.key)) continue;
      started.current.add(due.key);
      void send(due);
    }
  });

  const queued = (file: File): QueuedFile => {
    const fault = fileFault(file);
    const key = String(++serial.current);
    if (!fault) return { key, file, ...WAITING, replaces: target.replaces };
    return { key, file, state: 'refused', percent: 0, message: t(`errors.${fault}`, { file: file.name }) };
  };
  const add = (files: readonly File[]) => {
    const more = files.map(queued);
    setQueue((now) => [...now, ...more]);
  };
  const retry = (keys: readonly string[]) => setQueue((now) => retried(now, keys));
  const replace = (key: string, id: string) => change(key, { ...WAITING, known: undefined, replaces: id });
  const remove = (key: string) => setQueue((now) => now.filter((one) => one.key !== key));
  return { queue, add, retry, replace, remove };
}
