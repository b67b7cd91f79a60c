import { Button, Card, Divider, Flex, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TestState } from '../../../../shared/test-questions.ts';
import { Icon } from '../../../components/icon.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { SideBySide } from '../side-by-side.tsx';
import { HeldCard } from './held-card.tsx';
import { useTestCall } from './use-tests.ts';

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
  const { t } = useTranslation();
  const canRun = useAllowed('test-questions', 'run');
  const canHold = useAllowed('test-questions', 'hold');
  const { call, isBusy } = useTestCall();
  const { tested, passed, shown, runs, isRunning, isPaid, holds } = state;
  const run = () => call({ path: '/run', values: { contextId }, successText: t('test-questions.started') });
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
      <Flex component="label" align="center" gap={12}>
        <Switch
          checked={holds}
          disabled={!canHold || isBusy}
          onChange={(isOn) => call({ path: '/holding', method: 'put', values: { contextId, holds: isOn } })}
        />
        <span>
          {t('test-questions.holds')}
          <br />
          <span className="small-text">{t('test-questions.holdsHint')}</span>
        </span>
      </Flex>
    </Card>
  );
}

/** Shows the questions that passed the previous test and failed the latest one. */
function Worse({ worse }: Pick<TestState, 'worse'>) {
  const { t } = useTranslation();
  if (worse.length === 0) return null;
  return (
    <Card className="part-gap card-attention" role="region" aria-label={t('test-questions.gotWorse')}>
      <h2>{t('test-questions.gotWorse')}</h2>
      {worse.map(({ question, answer, answerBefore }) => (
        <div key={question} className="held-question">
          <h3>{question}</h3>
          <SideBySide before={answerBefore} after={answer} isWorse />
        </div>
      ))}
    </Card>
  );
}
