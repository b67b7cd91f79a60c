import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FaqSheet, FaqSheetLine } from '../../../../shared/contents.ts';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type LineCounts, type LineState, stateOf } from './sheet-counts.ts';

const TONES: Record<LineState, Tone> = { good: 'good', faulty: 'bad', repeated: 'off', known: 'waiting' };
const ORDER: readonly LineState[] = ['good', 'faulty', 'known', 'repeated'];
/** Lines drawn at first, and more at each asking. */
const STEP = 100;

/** A table as it was understood, line by line, with what is wrong and what is known already. */
export function SheetPreview({ sheet, counts }: { sheet: FaqSheet; counts: LineCounts }) {
  const { t } = useTranslation();
  const [only, setOnly] = useState<LineState>();
  const [most, setMost] = useState(STEP);
  const lines = sheet.lines.filter((line) => only === undefined || stateOf(line) === only);
  if (sheet.lines.length === 0) return <EmptyState drawing="empty" title={t('content-upload.sheet.nothing')} />;
  const isTight = sheet.room !== null && counts.good > sheet.room;
  return (
    <>
      <div className="sheet-sum" role="status">
        {ORDER.filter((state) => counts[state] > 0).map((state) => (
          <button
            key={state}
            type="button"
            className="sheet-state"
            aria-pressed={only === state}
            onClick={() => setOnly(only === state ? undefined : state)}
          >
            <StatusDot tone={TONES[state]}>
              {t(`content-upload.sheet.counts.${state}`, { count: counts[state] })}
            </StatusDot>
          </button>
        ))}
      </div>
      {isTight && (
        <p className="capture-limit">
          <Icon name="warning" /> <span>{t('content-upload.sheet.tight', { count: sheet.room ?? 0 })}</span>
        </p>
      )}
      <ol className="sheet-lines">
        {lines.slice(0, most).map((line) => (
          <SheetLine key={line.line} line={line} />
        ))}
      </ol>
      {lines.length > most && (
        <Button type="text" size="small" onClick={() => setMost(most + STEP)}>
          {t('content-upload.sheet.more', { count: lines.length - most })}
        </Button>
      )}
    </>
  );
}

function SheetLine({ line }: { line: FaqSheetLine }) {
  const { t } = useTranslation();
  const { fault, sameAs, question, answer, phrasings } = line;
  const state = stateOf(line);
  return (
    <li data-state={state}>
      <span className="sheet-number figures">{t('content-upload.sheet.line', { line: line.line })}</span>
      <span className="sheet-pair">
        <strong>{question || '—'}</strong>
        <span>{answer || '—'}</span>
        {phrasings.length > 0 && <span className="cell-quiet">{phrasings.join(' · ')}</span>}
        {fault && <span className="sheet-fault">{fault.message}</span>}
        {state === 'repeated' && (
          <span className="cell-quiet">{t('content-upload.sheet.repeats', { line: sameAs?.line })}</span>
        )}
        {state === 'known' && (
          <Link to={`/knowledge-base/content/edit/${sameAs?.contentId}`} target="_blank">
            {t('content-upload.sheet.isKnown')}
          </Link>
        )}
      </span>
    </li>
  );
}
