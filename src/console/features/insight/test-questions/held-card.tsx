import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HeldChange } from '../../../../shared/test-questions.ts';
import { Icon } from '../../../components/icon.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { SideBySide } from '../side-by-side.tsx';
import { useTestCall } from './use-tests.ts';

/** A change that waits: what it would make worse, and what is to become of it. */
export function HeldCard({ held }: { held: HeldChange }) {
  const { t } = useTranslation();
  const canDecide = useAllowed('test-questions', 'hold');
  const call = useTestCall();
  if (held.state === 'testing') {
    return (
      <p className="held-testing" role="status">
        <StatusDot tone="moving">{t('test-questions.held.testing', { title: held.title })}</StatusDot>
      </p>
    );
  }
  const decide = (decision: 'accept' | 'discard') =>
    call.mutate({
      path: `/held/${held.contentId}`,
      method: 'POST',
      body: { decision },
      said: t(`test-questions.held.${decision}ed`),
    });
  const text = held.worse.length === 0 ? 'untried' : held.isNew ? 'textNew' : 'text';
  return (
    <section className="held-card" aria-label={t('test-questions.held.title', { title: held.title })}>
      <header>
        <Icon name="warning" />
        <div>
          <h2>
            <Link to={`/knowledge-base/content/edit/${held.contentId}`}>
              {t('test-questions.held.title', { title: held.title })}
            </Link>
          </h2>
          <p>{t(`test-questions.held.${text}`)}</p>
        </div>
      </header>
      {held.faq && <Pairs faq={held.faq} />}
      {held.worse.map(({ question, answer, answerBefore }) => (
        <div key={question} className="held-question">
          <h3>{question}</h3>
          <SideBySide
            before={answerBefore}
            beforeName={t('test-questions.held.now')}
            after={answer}
            afterName={t('test-questions.held.with')}
            isWorse
          />
        </div>
      ))}
      {canDecide ? (
        <footer>
          <Button disabled={call.isPending} onClick={() => decide('accept')}>
            {t('test-questions.held.accept')}
          </Button>
          <Button danger disabled={call.isPending} onClick={() => decide('discard')}>
            {t('test-questions.held.discard')}
          </Button>
        </footer>
      ) : (
        <p className="cell-quiet">{t('test-questions.held.wait')}</p>
      )}
    </section>
  );
}

/** What a question and answer says to who asks now, and what it would say. */
function Pairs({ faq }: { faq: NonNullable<HeldChange['faq']> }) {
  const { t } = useTranslation();
  return (
    <div className="held-question">
      <h3>{t('test-questions.held.change')}</h3>
      <SideBySide
        before={`${faq.questionNow}\n${faq.answerNow}`}
        beforeName={t('test-questions.held.now')}
        after={`${faq.question}\n${faq.answer}`}
        afterName={t('test-questions.held.with')}
      />
    </div>
  );
}
