import { type BaseRecord, type HttpError, useCreateMany } from '@refinedev/core';
import { Alert, Button, Flex, Progress, Table, Typography } from 'antd';
import { useState } from 'react';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { BULK_IDS_MAX } from '../../../shared/constants.ts';
import { formatCount } from '../../../shared/format.ts';
import { DropZone } from '../../components/drop-zone.tsx';
import { errorsOf } from '../../components/field-errors.ts';
import { Icon } from '../../components/icon.tsx';
import { Modal } from '../../components/modal.tsx';
import { sentenceOf } from '../../components/notices.ts';
import { saveFile } from '../../http/download.ts';
import { ACTION, BODY } from '../../providers/data.ts';
import { t } from '../../providers/i18n.ts';
import { textsOf } from '../texts.ts';
import { csvOf, decode, fieldOfColumn, importedFields, type ImportedLine, readLines, valuesOf } from './table-rows.ts';

const LINES_MAX = 10_000;
const LINES_SHOWN = 10;

interface ImportDialogProps {
  resource: Resource;
  contextId: string | undefined;
  onClose: () => void;
}

const isBad = ({ problems }: ImportedLine) => problems.length > 0;

/** The first lines, those with problems before the others. */
function Lines({ lines, columns }: { lines: readonly ImportedLine[]; columns: readonly string[] }) {
  const shown = [...lines.filter(isBad), ...lines.filter((line) => !isBad(line))].slice(0, LINES_SHOWN);
  return (
    <Table<ImportedLine>
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      rowKey="number"
      dataSource={shown.toSorted((one, other) => one.number - other.number)}
      columns={[
        { title: t('resource.import.line'), dataIndex: 'number' },
        ...columns.map((column) => ({
          title: column,
          key: column,
          ellipsis: true,
          width: 180,
          render: (_: unknown, { line }: ImportedLine) => line[column],
        })),
        ...(shown.some(isBad)
          ? [
              {
                title: t('resource.import.problem'),
                key: 'problem',
                render: (_: unknown, { problems }: ImportedLine) => (
                  <Typography.Text type="danger">{problems.join(' ')}</Typography.Text>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function useDialog(props: ImportDialogProps) {
  const { resource } = props;
  const [lines, setLines] = useState<ImportedLine[]>();
  const [refused, setRefused] = useState<string>();
  const [written, setWritten] = useState<ImportedLine[]>();
  const check = useRowsImport(props, true, setLines);
  const write = useRowsImport(props, false, setWritten);
  const columns = Object.keys(lines?.[0]?.line ?? {});
  const known = columns.filter((column) => fieldOfColumn(resource, textsOf(resource), column));
  const read = async (file: File | undefined) => {
    if (!file) return;
    setLines(undefined);
    const text = await decode(file);
    const limit = formatCount(LINES_MAX);
    const isTooLong = text.split('\n').length > LINES_MAX + 2;
    setRefused(isTooLong ? t('resource.import.tooMany', { limit }) : undefined);
    if (!isTooLong) void check.send(readLines(text));
  };
  const isNothing = lines !== undefined && known.length === 0;
  return {
    ...{ check, write, known, read, written },
    refused: isNothing ? t('resource.import.nothing') : refused,
    lines: isNothing ? undefined : lines,
    ignored: columns.filter((column) => !known.includes(column)),
    again: () => setLines(undefined),
  };
}

/** Shows what is in a CSV file and what is wrong with it, then creates the other rows. */
export default function ImportDialog(props: ImportDialogProps) {
  const { resource, onClose } = props;
  const texts = textsOf(resource);
  const { check, write, known, read, written, refused, lines, ignored, again } = useDialog(props);
  const good = lines?.filter((line) => !isBad(line)) ?? [];
  const bad = [...(lines ?? []), ...(written ?? [])].filter(isBad);
  const title = t('resource.import.title', { title: texts.title.toLowerCase() });
  const saveBad = () => {
    const problem = t('resource.import.problem');
    const rows = bad.map(({ line, problems }) => ({ ...line, [problem]: problems.join(' ') }));
    saveFile(csvOf([...known, problem], rows), t('resource.import.file', { title: texts.title }));
  };
  const busy = check.progress ?? write.progress;
  const isReady = lines !== undefined && !busy && !written && good.length > 0;
  const limit = formatCount(LINES_MAX);
  const fields = importedFields(resource).map(([name]) => texts.field(name));
  return (
    <Modal
      open
      title={title}
      width={760}
      onCancel={onClose}
      maskClosable={!busy}
      okText={t('resource.import.action', { count: good.length })}
      onOk={isReady ? () => void write.send(good) : undefined}
    >
      <Flex vertical gap={16}>
        {busy && (
          <div role="status">
            {t(check.progress ? 'resource.import.checking' : 'resource.import.writing')}
            <Progress percent={Math.floor((100 * busy.sent) / busy.of)} />
          </div>
        )}
        {refused && <Alert type="error" showIcon message={refused} />}
        {!busy && !lines && (
          <DropZone
            label={t('resource.import.choose')}
            labelOver={t('resource.import.over')}
            hint={t('resource.import.hint', { fields: fields.join(', '), limit })}
            accept=".csv,text/csv"
            onFiles={([file]) => void read(file)}
          />
        )}
        {lines && !busy && (
          <>
            <div role="status">
              {written
                ? t('resource.import.done', { count: written.filter((line) => !isBad(line)).length })
                : t('resource.import.good', { count: good.length })}{' '}
              {bad.length > 0 && t(written ? 'resource.import.failed' : 'resource.import.bad', { count: bad.length })}
            </div>
            {ignored.length > 0 && (
              <Typography.Text type="secondary">
                {t('resource.import.ignored', { names: ignored.join(', ') })}
              </Typography.Text>
            )}
            {(!written || bad.length > 0) && <Lines lines={written ? bad : lines} columns={known} />}
            <Flex gap={8} wrap>
              {bad.length > 0 && (
                <Button icon={<Icon name="download" />} onClick={saveBad}>
                  {t('resource.import.download')}
                </Button>
              )}
              {!written && <Button onClick={again}>{t('resource.import.other')}</Button>}
            </Flex>
          </>
        )}
      </Flex>
    </Modal>
  );
}

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
function useRowsImport(
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
