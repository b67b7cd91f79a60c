import { Button, Card, Divider, Flex, Typography } from 'antd';
import { Link } from 'react-router';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { HeldChange, TestState } from '../../../../shared/test-questions.ts';
import { Icon } from '../../../components/icon.tsx';
import { SwitchLine } from '../../../components/page-section.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { SideBySide, type SideNames } from '../side-by-side.tsx';

interface TestSummaryProps {
  state: TestState;
  contextId: string;
}

/** Changes that wait for a decision, how many questions pass, and answers that got worse. */
export function TestSummary(props: TestSummaryProps) {
  return (
    <>
      {props.state.held.map((held) => (
        <HeldCard key={held.contentId} held={held} />
      ))}
      {props.state.questions > 0 && <Summary {...props} />}
      <Worse worse={props.state.worse} />
    </>
  );
}

/** Shows the latest result and whether a test costs credits. The switch makes changes wait for the test. */
function Summary({ state, contextId }: TestSummaryProps) {
  const canRun = useAllowed('test-questions', 'run');
  const canHold = useAllowed('test-questions', 'hold');
  const { call, isBusy } = useCall(testQuestions.name);
  const { tested, passed, shown, runs, isRunning, isPaid, holds } = state;
  const run = () =>
    call({ url: `${testQuestions.api}/run`, values: { contextId }, successText: t('test-questions.started') });
  return (
    <Card className="part-gap">
      <Flex justify="space-between" align="center" gap="middle">
        <div>
          <strong className="figures">{t('test-questions.summary', { passed, count: tested })}</strong>
          {shown > 0 && (
            <span className="cell-quiet figures"> {t('test-questions.summaryShown', { count: shown })}</span>
          )}
          <p className="cell-quiet">{t(isPaid ? 'test-questions.paid' : 'test-questions.free')}</p>
          {runs[0]?.state === 'unpaid' && (
            <Typography.Text type="warning">{t('test-questions.unpaid')}</Typography.Text>
          )}
        </div>
        {canRun && (
          <Button icon={<Icon name="refresh" />} loading={isRunning || isBusy} onClick={run}>
            {t(isRunning ? 'test-questions.running' : 'test-questions.run')}
          </Button>
        )}
      </Flex>
      <Divider size="middle" />
      <SwitchLine
        label={t('test-questions.holds')}
        hint={t('test-questions.holdsHint')}
        checked={holds}
        disabled={!canHold || isBusy}
        onChange={(isOn) =>
          call({ url: `${testQuestions.api}/holding`, method: 'put', values: { contextId, holds: isOn } })
        }
      />
    </Card>
  );
}

/** Shows the questions that passed the previous test and failed the latest one. */
function Worse({ worse }: Pick<TestState, 'worse'>) {
  if (worse.length === 0) return null;
  return (
    <Card className="part-gap card-attention" role="region" aria-label={t('test-questions.gotWorse')}>
      <h2>{t('test-questions.gotWorse')}</h2>
      {worse.map((one) => (
        <WorseAnswer key={one.question} {...one} />
      ))}
    </Card>
  );
}

/** A change to a content that waits for a decision, with the answers that it would make worse. */
function HeldCard({ held }: { held: HeldChange }) {
  const canDecide = useAllowed('test-questions', 'hold');
  const { call, isBusy } = useCall(testQuestions.name);
  if (held.state === 'testing') {
    return (
      <div className="part-gap" role="status">
        <StatusDot tone="moving">{t('test-questions.held.testing', { title: held.title })}</StatusDot>
      </div>
    );
  }
  const decide = (decision: 'accept' | 'discard') =>
    call({
      url: `${testQuestions.api}/held/${held.contentId}`,
      values: { decision },
      successText: t(`test-questions.held.${decision}ed`),
    });
  const names = { beforeName: t('test-questions.held.now'), afterName: t('test-questions.held.with') };
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
      {held.faq && (
        <div className="held-question">
          <h3>{t('test-questions.held.change')}</h3>
          <SideBySide
            before={`${held.faq.questionNow}\n${held.faq.answerNow}`}
            after={`${held.faq.question}\n${held.faq.answer}`}
            {...names}
          />
        </div>
      )}
      {held.worse.map((one) => (
        <WorseAnswer key={one.question} {...one} {...names} />
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

function WorseAnswer(props: { question: string; answer: string; answerBefore: string } & SideNames) {
  const { question, answer, answerBefore, ...names } = props;
  return (
    <div className="held-question">
      <h3>{question}</h3>
      <SideBySide before={answerBefore} after={answer} {...names} isWorse />
    </div>
  );
}
