import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { useCanFollowTutorial } from '../../../layout/tutorial/first-steps-gate.tsx';
import { useTutorialCalls } from '../../../layout/tutorial/tutorial-calls.ts';

/** What contexts and subcontexts are, with an example; open for who has a single one. */
export function ExplainContexts({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const canFollow = useCanFollowTutorial();
  const { begin, isBusy } = useTutorialCalls();
  return (
    <details className="explain" open={isOpen}>
      <summary>
        <Icon name="info" /> {t('contexts.explain.title')}
        <Icon name="chevronDown" size={14} />
      </summary>
      <div className="explain-parts">
        <p>
          <span className="context-icon">
            <Icon name="layers" />
          </span>
          {t('contexts.explain.context')}
        </p>
        <p>
          <span className="context-icon">
            <Icon name="inherit" />
          </span>
          {t('contexts.explain.sub')}
        </p>
        <p className="explain-example">{t('contexts.explain.example')}</p>
        <p className="explain-more">
          <span>{t('contexts.explain.inherit')}</span>
          {canFollow && (
            <Button size="small" loading={isBusy} onClick={() => void begin()}>
              {t('contexts.explain.tutorial')}
            </Button>
          )}
        </p>
      </div>
    </details>
  );
}
