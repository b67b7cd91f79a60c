import { type BaseRecord, type HttpError, useCreateMany } from '@refinedev/core';
import { useState } from 'react';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { BULK_IDS_MAX } from '../../../shared/constants.ts';
import { errorsOf } from '../../components/field-errors.ts';
import { sentenceOf } from '../../components/notices.ts';
import { ACTION, BODY } from '../../providers/data.ts';
import { t } from '../../providers/i18n.ts';
import { textsOf } from '../texts.ts';
import { type ImportedLine, valuesOf } from './table-rows.ts';

/** Returns what is wrong with each of the rows of a refused part, by their place. */
function problemsOf(failure: unknown, resource: Resource, others: string, sentence: string) {
  const problems = new Map<number, string[]>();
  for (const { field, message } of errorsOf(failure)) {
    const [, place, name = ''] = /^rows\.(\d+)\.?(\w*)/.exec(field) ?? [];
    if (place === undefined) continue;
    const problem = name ? `${textsOf(resource).field(name)}: ${message}` : message;
    problems.set(Number(place), [...(problems.get(Number(place)) ?? []), problem]);
  }
  const rest = problems.size > 0 ? others : sentence;
  return (at: number) => problems.get(at) ?? [rest].filter((problem) => problem !== '');
}

/**
 * Writes the lines of a file in parts, each of which is written whole or not at all. `isCheck`: the server only says what it
 * would refuse.
 */
export function useRowsImport(
  { resource, contextId }: { resource: Resource; contextId: string | undefined },
  isCheck: boolean,
  onDone: (lines: ImportedLine[]) => void,
) {
  const { mutateAsync } = useCreateMany<BaseRecord, HttpError, Record<string, unknown>>();
  /** How many of the lines have been sent; undefined if none are being sent. */
  const [progress, setProgress] = useState<{ sent: number; of: number }>();
  const context = resource.scope === 'context' ? { contextId } : {};

  async function sendPart(part: readonly ImportedLine[]): Promise<ImportedLine[]> {
    try {
      await mutateAsync({
        resource: resource.name,
        values: part.map(({ line }) => ({ ...context, ...valuesOf(resource, textsOf(resource), line) })),
        meta: { [ACTION]: 'import', [BODY]: isCheck ? { onlyCheck: true } : {} },
        successNotification: false,
        errorNotification: false,
      });
      return [...part];
    } catch (failure) {
      const others = isCheck ? '' : t('resource.import.withOthers');
      const problemsAt = problemsOf(failure, resource, others, sentenceOf(failure));
      return part.map((one, at) => ({ ...one, problems: problemsAt(at) }));
    }
  }

  async function send(lines: readonly ImportedLine[]): Promise<void> {
    const done: ImportedLine[] = [];
    for (let sent = 0; sent < lines.length; sent += BULK_IDS_MAX) {
      setProgress({ sent, of: lines.length });
      done.push(...(await sendPart(lines.slice(sent, sent + BULK_IDS_MAX))));
    }
    setProgress(undefined);
    onDone(done);
  }
  return { progress, send };
}
