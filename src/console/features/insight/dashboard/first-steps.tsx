import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { Step, StepName } from './steps.ts';

const PLACES: Record<StepName, string> = {
  context: '/contexts/new',
  content: '/knowledge-base/content/upload?tab=link',
  preview: '/chat/preview',
  setup: '/chat/setup',
};

/** The way from nothing to an assistant that answers on a site; the next step has the button. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('dashboard.steps.title')}</h2>
        <span className="figures">{t('dashboard.steps.done', { done, all: steps.length })}</span>
      </header>
      <ol>
        {steps.map(({ name, isDone, isNext }, index) => (
          <li
            key={name}
            data-state={isDone ? 'done' : isNext ? 'next' : 'later'}
            aria-current={isNext ? 'step' : undefined}
          >
            <span className="step-sign" aria-hidden>
              {isDone ? <Icon name="check" size={14} /> : index + 1}
            </span>
            <div className="step-text">
              <h3>
                {t(`dashboard.steps.${name}.title`)}
                {isDone && <span className="unseen">{t('dashboard.steps.isDone')}</span>}
              </h3>
              {!isDone && <p>{t(`dashboard.steps.${name}.text`)}</p>}
            </div>
            {isNext && (
              <ButtonLink to={PLACES[name]} type="primary">
                {t(`dashboard.steps.${name}.action`)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
