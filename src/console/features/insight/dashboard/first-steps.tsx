import { Card, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import type { Step, StepName } from './steps.ts';

const PATHS: Record<StepName, string> = {
  context: '/contexts/new',
  content: '/knowledge-base/content/upload?tab=link',
  preview: '/chat/preview',
  setup: '/chat/setup',
};

/** Lists the steps to an assistant that answers on the customer's site. Only the next step has a button. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      className="first-steps page-part"
      role="region"
      aria-labelledby="first-steps"
      title={<h2 id="first-steps">{t('dashboard.steps.title')}</h2>}
      extra={<span className="figures cell-quiet">{t('dashboard.steps.done', { done, all: steps.length })}</span>}
    >
      <Steps
        direction="vertical"
        size="small"
        current={steps.findIndex(({ isNext }) => isNext)}
        items={steps.map(({ name, isDone, isNext }) => ({
          status: isDone ? 'finish' : isNext ? 'process' : 'wait',
          title: (
            <>
              {t(`dashboard.steps.${name}.title`)}
              {isDone && <span className="unseen">{t('dashboard.steps.isDone')}</span>}
            </>
          ),
          description: !isDone && (
            <>
              <p>{t(`dashboard.steps.${name}.text`)}</p>
              {isNext && (
                <ButtonLink to={PATHS[name]} type="primary">
                  {t(`dashboard.steps.${name}.action`)}
                </ButtonLink>
              )}
            </>
          ),
        }))}
      />
    </Card>
  );
}
