import {
  type BaseRecord,
  type HttpError,
  type OnFinishParams,
  type OnProgressParams,
  useImport,
} from '@refinedev/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { BULK_IDS_MAX } from '../../../shared/constants.ts';
import { errorsOf } from '../../components/field-errors.ts';
import { sentenceOf } from '../../components/notices.ts';
import { ACTION, BODY } from '../../providers/data.ts';
import type { ResourceTexts } from '../texts.ts';
import { csvOf, type TableLine, valuesOf } from './table-rows.ts';

/** A line of the file: its number, and what is wrong with it. */
export interface ImportedLine {
  number: number;
  line: TableLine;
  problems: string[];
}

type Sent = Record<string, unknown>;
type Outcome = OnFinishParams<Sent, BaseRecord>;

/** Returns what is wrong with each of the rows that were sent, by their place. */
function problemsOf(
  { errored }: Outcome,
  sent: readonly Sent[],
  texts: ResourceTexts,
  others: string,
  sentence: (failure: unknown) => string,
) {
  const problems = new Map<number, string[]>();
  const add = (at: number, problem: string) => problems.set(at, [...(problems.get(at) ?? []), problem]);
  for (const { request, response } of errored) {
    const first = sent.indexOf(request[0] as Sent);
    const errors = errorsOf(response[0]).flatMap(({ field, message }) => {
      const [, place, name = ''] = /^rows\.(\d+)\.?(\w*)/.exec(field) ?? [];
      return place === undefined ? [] : [{ at: first + Number(place), name, message }];
    });
    for (const { at, name, message } of errors) add(at, name ? `${texts.field(name)}: ${message}` : message);
    for (const at of request.keys())
      if (!problems.has(first + at)) add(first + at, errors.length > 0 ? others : sentence(response[0]));
  }
  return problems;
}

/**
 * Reads, checks and writes a file by Refine's useImport, in parts that are written whole or not at all. `isCheck`: the server
 * only says what it would refuse.
 */
export function useRowsImport(
  { resource, texts, contextId }: { resource: Resource; texts: ResourceTexts; contextId: string | undefined },
  isCheck: boolean,
  onDone: (lines: ImportedLine[]) => void,
) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<OnProgressParams>({ totalAmount: 0, processedAmount: 0 });
  const read = useRef<{ lines: TableLine[]; sent: Sent[]; numbers?: readonly number[] }>({ lines: [], sent: [] });
  const context = resource.scope === 'context' ? { contextId } : {};
  const { handleChange, isLoading } = useImport<TableLine, BaseRecord, HttpError, Sent>({
    resource: resource.name,
    batchSize: BULK_IDS_MAX,
    paparseOptions: { skipEmptyLines: 'greedy' },
    meta: { [ACTION]: 'import', [BODY]: isCheck ? { onlyCheck: true } : {} },
    mapData: (line) => {
      const values = { ...context, ...valuesOf(resource, texts, line) };
      read.current.lines.push(line);
      read.current.sent.push(values);
      return values;
    },
    onProgress: setProgress,
    onFinish: (outcome) => {
      const { lines, sent, numbers } = read.current;
      const others = isCheck ? '' : t('resource.import.withOthers');
      const problems = problemsOf(outcome, sent, texts, others, (failure) => sentenceOf(t, failure));
      onDone(
        lines.map((line, at) => ({
          // The first line has the names of the columns.
          ...{ line, number: numbers?.[at] ?? at + 2 },
          problems: (problems.get(at) ?? []).filter((problem) => problem !== ''),
        })),
      );
    },
  });
  const send = (file: File, numbers?: readonly number[]) => {
    read.current = { lines: [], sent: [], numbers };
    return handleChange({ file });
  };
  return {
    isBusy: isLoading,
    progress,
    sendFile: (file: File) => send(file),
    sendLines: (columns: readonly string[], lines: readonly ImportedLine[]) =>
      send(
        csvOf(
          columns,
          lines.map(({ line }) => line),
        ),
        lines.map(({ number }) => number),
      ),
  };
}
