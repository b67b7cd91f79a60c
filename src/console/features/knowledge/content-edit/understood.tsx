import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, List, Typography } from 'antd';
import { useState } from 'react';
import { UNDERSTOOD_KINDS } from '../../../../shared/constants.ts';
import {
  LINE_MAX,
  LINES_MAX,
  lineText,
  type UnderstoodLine,
  type UnderstoodLines,
} from '../../../../shared/records.ts';
import { CallButton } from '../../../components/buttons.tsx';
import type { Content } from '../../../components/content-kinds.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useFormCall } from '../../../components/use-form-call.ts';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FoldedSection } from './folded-section.tsx';

/** Lines of a kind that are shown at first. */
const SHOWN = 8;

const isChanged = ({ text, isUsed, isConfirmed }: UnderstoodLine) => text !== null || !isUsed || isConfirmed;
const isCorrected = ({ text, isUsed }: UnderstoodLine) => text !== null || !isUsed;

/** Shows the lines of a content from which answers take prices, hours and the like, and lets people correct them. */
export function Understood({ content: { id, updatedAt } }: { content: Content }) {
  const queryKey = ['content-records', id];
  const query = useQuery({
    queryKey: [...queryKey, updatedAt],
    queryFn: ({ signal }) => request<UnderstoodLines>(`/contents/${id}/records`, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey });
  const lines = query.data?.data ?? [];
  const changes = lines.filter(isCorrected).length;
  const unconfirmed = query.data?.unconfirmed ?? 0;
  const confirmed = t('contents.records.confirmed');
  const confirmAll = { url: `/contents/${id}/records/confirm`, successText: confirmed, onSettled: refresh };
  const summary = [
    unconfirmed > 0 && t('contents.records.unconfirmed', { count: unconfirmed }),
    query.data && t('contents.records.count', { count: lines.length }),
    changes > 0 && t('contents.records.changes', { count: changes }),
  ];
  return (
    <FoldedSection title={t('contents.records.title')} summary={summary.filter(Boolean).join(' · ')}>
      <Loaded query={query} rows={4} isRefreshed>
        {({ hasMore }) => (
          <>
            {unconfirmed > 0 && (
              <Alert
                className="part-gap"
                type="warning"
                showIcon
                message={t('contents.records.unconfirmed', { count: unconfirmed })}
                description={t('contents.records.unconfirmedHint')}
                action={
                  <CallButton size="small" allowedBy={['contents', 'edit']} call={confirmAll}>
                    {t('contents.records.confirmAll')}
                  </CallButton>
                }
              />
            )}
            <p className="cell-quiet">{t(lines.length > 0 ? 'contents.records.intro' : 'contents.records.none')}</p>
            {[...UNDERSTOOD_KINDS, null].map((kind) => (
              <Kind
                key={kind}
                kind={kind}
                lines={lines.filter((line) => line.kind === kind)}
                contentId={id}
                refresh={refresh}
              />
            ))}
            {hasMore && <p className="cell-quiet">{t('contents.records.hasMore', { count: LINES_MAX })}</p>}
          </>
        )}
      </Loaded>
    </FoldedSection>
  );
}

interface Shared {
  contentId: string;
  /** Called after a change. */
  refresh: () => void;
}

function Kind({ kind, lines, ...shared }: Shared & { kind: UnderstoodLine['kind']; lines: readonly UnderstoodLine[] }) {
  const [isWhole, setWhole] = useState(false);
  if (lines.length === 0) return null;
  const shown = isWhole || lines.length <= SHOWN + 1 ? lines : lines.slice(0, SHOWN);
  return (
    <section>
      <Typography.Title level={3} className="passage-heading">
        {t(`contents.records.kinds.${kind ?? 'none'}`)}
      </Typography.Title>
      <List
        className="list-flush"
        size="small"
        dataSource={[...shown]}
        rowKey="id"
        renderItem={(line) => <Line line={line} {...shared} />}
      />
      {shown.length < lines.length && (
        <Button type="link" style={{ paddingInline: 0 }} onClick={() => setWhole(true)}>
          {t('contents.records.more', { count: lines.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

function Line({ line, ...shared }: Shared & { line: UnderstoodLine }) {
  const { heading, page, text, isUsed, understood, state, isFromPicture, isConfirmed } = line;
  const said = text ?? line.line;
  const [first] = understood;
  // A line that says no more than what was understood is shown once.
  const summary = isUsed && first !== undefined && understood.join(' · ') !== said ? understood.join(' · ') : null;
  const where = [
    heading && t('contents.records.under', { heading }),
    page !== null && t('contents.records.page', { page }),
  ].filter(Boolean);
  return (
    <List.Item>
      <div className="understood-row">
        <div className="understood-line">
          {summary && <strong>{summary}</strong>}
          {isUsed && <p className="text-lines">{said}</p>}
          {(text !== null || !isUsed) && (
            <p className="text-lines cell-quiet">
              {t('contents.records.line')}: <del>{line.line}</del>
            </p>
          )}
          <p className="cell-quiet understood-notes">
            {!isUsed && <StatusDot tone="off">{t('contents.records.rejected')}</StatusDot>}
            {isUsed && text !== null && <StatusDot tone="good">{t('contents.records.corrected')}</StatusDot>}
            {isUsed && isFromPicture && text === null && (
              <StatusDot tone={isConfirmed ? 'good' : 'waiting'}>
                {t(`contents.records.${isConfirmed ? 'checked' : 'fromPicture'}`)}
              </StatusDot>
            )}
            {state !== 'same' && <StatusDot tone="waiting">{t(`contents.records.${state}`)}</StatusDot>}
            {where.length > 0 && <span>{where.join(', ')}</span>}
          </p>
        </div>
        <LineActions line={line} {...shared} />
      </div>
    </List.Item>
  );
}

function LineActions({ line, contentId, refresh }: Shared & { line: UnderstoodLine }) {
  const canEdit = useAllowed('contents', 'edit');
  const [isOpen, setOpen] = useState(false);
  const { call, isBusy } = useCall();
  if (!canEdit) return null;
  const url = `/contents/${contentId}/records/${line.id}`;
  const { version, state } = line;
  const change = (values: { text?: null; isUsed: boolean; isConfirmed?: true }, successText: string) =>
    call({ url, method: 'put', values: { ...values, version }, successText, onSettled: refresh });
  const button = (name: 'confirm' | 'correct' | 'reject' | 'undo', onClick: () => void) => (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={`${t(`contents.records.${name}`)}: ${line.line.slice(0, 60)}`}
      onClick={onClick}
    >
      {t(`contents.records.${name}`)}
    </Button>
  );
  return (
    <div className="understood-actions">
      {line.isFromPicture &&
        !line.isConfirmed &&
        button('confirm', () => change({ isUsed: true, isConfirmed: true }, t('contents.records.confirmed')))}
      {line.isUsed && state !== 'gone' && button('correct', () => setOpen(true))}
      {isChanged(line)
        ? button('undo', () => change({ text: null, isUsed: true }, t('contents.records.undone')))
        : button('reject', () => change({ isUsed: false }, t('contents.records.unused')))}
      {isOpen && <CorrectLine url={url} line={line} onClose={() => setOpen(false)} onSaved={refresh} />}
    </div>
  );
}

const valuesOf = ({ text, line }: UnderstoodLine) => ({ text: text ?? line });

/** A dialog that changes what the assistant says instead of a line. */
function CorrectLine(props: { url: string; line: UnderstoodLine; onClose: () => void; onSaved: () => void }) {
  const { url, line, onClose, onSaved } = props;
  const { formProps, isSaving, merge } = useFormCall<{ text: string }, UnderstoodLine>({
    url,
    method: 'put',
    bodyOf: ({ text }) => ({ text }),
    successText: () => t('contents.records.saved'),
    row: line,
    valuesOf,
    mergeTexts: { labelOf: () => t('contents.records.field') },
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <FormModal
      title={t('contents.records.correctTitle')}
      width={640}
      okText={t('contents.records.save')}
      onCancel={onClose}
      formProps={formProps}
      isSaving={isSaving}
      extra={merge.dialog}
    >
      <p className="cell-quiet text-lines">
        {t('contents.records.line')}: {line.line}
      </p>
      <FormField
        name="text"
        label={t('contents.records.field')}
        extra={t('contents.records.fieldHint')}
        schema={lineText}
      >
        <Input.TextArea data-first autoSize={{ minRows: 1, maxRows: 6 }} maxLength={LINE_MAX} />
      </FormField>
    </FormModal>
  );
}
