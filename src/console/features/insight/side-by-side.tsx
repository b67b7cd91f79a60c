import { useTranslation } from 'react-i18next';
import './side-by-side.css';

/** What was answered, and what is answered now (`afterName`: or when). `isWorse`: it was better before. */
export function SideBySide(props: {
  before: string;
  beforeName?: string;
  after: string | null;
  afterName?: string;
  isWorse?: boolean;
}) {
  const { before, after, isWorse } = props;
  const { t } = useTranslation();
  return (
    <dl className="side-by-side">
      <div>
        <dt>{props.beforeName ?? t('knowledge-gaps.before')}</dt>
        <dd>{before}</dd>
      </div>
      <div data-after={isWorse ? 'worse' : 'better'}>
        <dt>{props.afterName ?? t('knowledge-gaps.after')}</dt>
        <dd>{after ?? <span className="cell-quiet">{t('knowledge-gaps.waiting')}</span>}</dd>
      </div>
    </dl>
  );
}
