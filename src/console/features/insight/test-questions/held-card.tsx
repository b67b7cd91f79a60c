import { Button, Card, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HeldChange } from '../../../../shared/test-questions.ts';
import { Icon } from '../../../components/icon.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { SideBySide } from '../side-by-side.tsx';
import { useTestCall } from './use-tests.ts';

/** A change to a content that waits for a decision, with the answers that it would make worse. */
export function HeldCard({ held }: { held: HeldChange }) {
  const { t } = useTranslation();
  const canDecide = useAllowed('test-questions', 'hold');
  const { call, isBusy } = useTestCall();
  if (held.state === 'testing') {
    return (
      <div className="part-gap" role="status">
        <StatusDot tone="moving">{t('test-questions.held.testing', { title: held.title })}</StatusDot>
      </div>
    );
  }
  const decide = (decision: 'accept' | 'discard') =>
    call({
      path: `/held/${held.contentId}`,
      values: { decision },
      successText: t(`test-questions.held.${decision}ed`),
    });
  const text = held.worse.length === 0 ? 'untried' : held.isNew ? 'textNew' : 'text';
  return (
    <Card
      className="part-gap card-attention"
      role="region"
      aria-label={t('test-questions.held.title', { title: held.title })}
    >
      <Flex gap="small">
        <Icon name="warning" />
        <div>
          <h2>
            <Link to={`/knowledge-base/content/edit/${held.contentId}`}>
              {t('test-questions.held.title', { title: held.title })}
            </Link>
          </h2>
          <p>{t(`test-questions.held.${text}`)}</p>
        </div>
      </Flex>
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
        <Flex wrap gap="small">
          <Button disabled={isBusy} onClick={() => decide('accept')}>
            {t('test-questions.held.accept')}
          </Button>
          <Button danger disabled={isBusy} onClick={() => decide('discard')}>
            {t('test-questions.held.discard')}
          </Button>
        </Flex>
      ) : (
        <p className="cell-quiet">{t('test-questions.held.wait')}</p>
      )}
    </Card>
  );
}

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
