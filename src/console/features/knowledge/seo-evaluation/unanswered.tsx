import { useTranslation } from 'react-i18next';
import type { UnansweredQuestion } from '../../../../shared/seo.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';

/** What visitors ask that the page comes nearest to and does not answer, each with the way to write the answer. */
export function Unanswered({ questions, contextId }: { questions: readonly UnansweredQuestion[]; contextId: string }) {
  const { t } = useTranslation();
  const canAnswer = useAllowed('contents', 'create');
  const { current, select } = useCurrentContext();
  return (
    <section className="seo-card seo-unanswered" aria-labelledby="seo-unanswered">
      <h2 id="seo-unanswered">{t('seo.unanswered.title')}</h2>
      <p>{t(questions.length > 0 ? 'seo.unanswered.text' : 'seo.unanswered.none')}</p>
      <ul>
        {questions.map(({ question, count, lastAt }) => (
          <li key={question}>
            <div>
              <q>{question}</q>
              <span className="seo-small">
                {t('seo.unanswered.count', { count })} · {t('seo.unanswered.last')} <MomentText iso={lastAt} />
              </span>
            </div>
            {canAnswer && (
              // The answer goes to the page's own context, whichever is in use.
              <span onClickCapture={() => contextId !== current?.id && select(contextId)}>
                <ButtonLink
                  size="small"
                  to={`/knowledge-base/content/upload?tab=faq&question=${encodeURIComponent(question)}`}
                >
                  {t('seo.unanswered.answer')}
                </ButtonLink>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
