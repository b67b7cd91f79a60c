import { useTranslation } from 'react-i18next';
import type { ContentSync } from '../../../../shared/seo.ts';

type DifferenceLine = NonNullable<ContentSync['difference']>[number];
const SIGNS: Record<DifferenceLine['kind'], string> = { same: '', gone: '−', new: '+' };

/** Shows lines with the removed and added ones marked by sign and colour, and by text for screen readers. */
export function Difference({ lines }: { lines: readonly DifferenceLine[] }) {
  const { t } = useTranslation();
  return (
    <ol className="plain framed difference">
      {lines.map(({ kind, text }, at) => (
        <li key={at} data-kind={kind}>
          <span className="difference-sign" aria-hidden>
            {SIGNS[kind]}
          </span>
          {kind !== 'same' && <span className="unseen">{t(`contents.readings.lines.${kind}`)} </span>}
          {kind === 'gone' ? <del>{text}</del> : kind === 'new' ? <ins>{text}</ins> : <span>{text}</span>}
        </li>
      ))}
    </ol>
  );
}
