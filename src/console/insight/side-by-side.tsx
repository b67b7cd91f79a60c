import { useTranslation } from 'react-i18next';
import './side-by-side.css';

/** What was answered, and what is answered now. */
export function SideBySide({ before, after }: { before: string; after: string | null }) {
  const { t } = useTranslation();
  return (
    <dl className="side-by-side">
      <div>
        <dt>{t('knowledge-gaps.before')}</dt>
        <dd>{before}</dd>
      </div>
      <div data-after>
        <dt>{t('knowledge-gaps.after')}</dt>
        <dd>{after ?? <span className="cell-quiet">{t('knowledge-gaps.waiting')}</span>}</dd>
      </div>
    </dl>
  );
}
