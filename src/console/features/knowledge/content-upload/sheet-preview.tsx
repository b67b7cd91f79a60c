import { Alert, Button, Flex, List, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FaqSheet, FaqSheetLine } from '../../../../shared/contents.ts';
import { EmptyState } from '../../../components/states.tsx';
import { StatusDot, type StatusTone } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';

/** The state of a line: valid, invalid, a repetition of an earlier line, or a question that the context already has. */
type LineState = 'good' | 'faulty' | 'repeated' | 'known';

function stateOf({ fault, sameAs }: Pick<FaqSheetLine, 'fault' | 'sameAs'>): LineState {
  if (fault) return 'faulty';
  if (sameAs?.line) return 'repeated';
  return sameAs ? 'known' : 'good';
}

type LineCounts = Record<LineState, number>;

export function countLines({ lines }: Pick<FaqSheet, 'lines'>): LineCounts {
  const counts: LineCounts = { good: 0, faulty: 0, repeated: 0, known: 0 };
  for (const line of lines) counts[stateOf(line)]++;
  return counts;
}

const TONES: Record<LineState, StatusTone> = { good: 'good', faulty: 'bad', repeated: 'off', known: 'waiting' };
const ORDER: readonly LineState[] = ['good', 'faulty', 'known', 'repeated'];
const STEP = 100;

/** Lists the checked lines of a table, with errors and duplicates, and filters them by state. */
export function SheetPreview({ sheet, counts }: { sheet: FaqSheet; counts: LineCounts }) {
  const [only, setOnly] = useState<LineState>();
  const [shown, setShown] = useState(STEP);
  const lines = sheet.lines.filter((line) => only === undefined || stateOf(line) === only);
  const hidden = lines.length - shown;
  const [first] = sheet.lines;
  if (!first) return <EmptyState drawing="empty" title={t('content-upload.sheet.nothing')} />;
  // The same for each line.
  if (first.fault?.code === 'price_list' && counts.faulty === sheet.lines.length)
    return <Alert type="warning" showIcon message={first.fault.message} />;
  const isTight = sheet.room !== null && counts.good > sheet.room;
  return (
    <>
      <Flex wrap gap={8} role="status">
        {ORDER.filter((state) => counts[state] > 0).map((state) => (
          <Button
            key={state}
            size="small"
            shape="round"
            type={only === state ? 'primary' : 'default'}
            ghost={only === state}
            aria-pressed={only === state}
            onClick={() => setOnly(only === state ? undefined : state)}
          >
            <StatusDot tone={TONES[state]}>
              {t(`content-upload.sheet.counts.${state}`, { count: counts[state] })}
            </StatusDot>
          </Button>
        ))}
      </Flex>
      {isTight && (
        <Alert type="warning" showIcon message={t('content-upload.sheet.tight', { count: sheet.room ?? 0 })} />
      )}
      <List
        bordered
        className="scroll-list"
        dataSource={lines.slice(0, shown)}
        rowKey={({ line, sheet: name }) => `${line} ${name}`}
        loadMore={
          hidden > 0 && (
            <Button type="text" size="small" onClick={() => setShown(shown + STEP)}>
              {t('content-upload.sheet.more', { count: hidden })}
            </Button>
          )
        }
        renderItem={(line) => <SheetLine line={line} />}
      />
    </>
  );
}

function SheetLine({ line }: { line: FaqSheetLine }) {
  const { fault, sameAs, question, answer, phrasings } = line;
  const state = stateOf(line);
  const place = line.sheet === null ? 'line' : 'lineOf';
  const repeats = sameAs?.sheet == null ? 'repeats' : 'repeatsOf';
  return (
    <List.Item>
      <List.Item.Meta
        avatar={
          <span className="figures small-text">
            {t(`content-upload.sheet.${place}`, { line: line.line, sheet: line.sheet })}
          </span>
        }
        title={<span className="three-lines">{question || '—'}</span>}
        description={
          <Flex vertical gap={2}>
            <span className="three-lines">{answer || '—'}</span>
            {phrasings.length > 0 && <span>{phrasings.join(' · ')}</span>}
            {fault && <Typography.Text type="danger">{fault.message}</Typography.Text>}
            {state === 'repeated' && (
              <span>{t(`content-upload.sheet.${repeats}`, { line: sameAs?.line, sheet: sameAs?.sheet })}</span>
            )}
            {state === 'known' && (
              <Link to={`/knowledge-base/content/edit/${sameAs?.contentId}`} target="_blank">
                {t('content-upload.sheet.isKnown')}
              </Link>
            )}
          </Flex>
        }
      />
    </List.Item>
  );
}
