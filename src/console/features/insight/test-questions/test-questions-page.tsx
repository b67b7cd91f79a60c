import { Button, Card, Divider, Flex, Switch, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestQuestion, TestQuestionList } from '../../../../shared/test-questions.ts';
import { Icon } from '../../../components/icon.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { SideBySide } from '../side-by-side.tsx';
import { HeldCard } from './held-card.tsx';
import { TestForm } from './test-form.tsx';
import { COLUMNS, Correction, History, useTestCells } from './test-parts.tsx';
import { pollEvery, useTestCall } from './use-tests.ts';
import '../insight.css';

/** The form opens without an address, because the API returns a single question with its history. */
const listed = { ...testQuestions, actions: ['list', 'create', 'delete'] };

/** The test questions of a context: their latest results, answers that got worse and changes that wait for a decision. */
export function TestQuestionsPage() {
  const { t } = useTranslation();
  const { current } = useCurrentContext();
  const canEdit = useAllowed(testQuestions.name, 'edit');
  const canCorrect = useAllowed('phrasings', 'create');
  const [edited, setEdited] = useState<TestQuestion | 'new'>();
  const [opened, setOpened] = useState<TestQuestion>();
  const [wrong, setWrong] = useState<TestQuestion>();
  const action = (icon: RowAction['icon'], hint: string, { question }: TestQuestion, onClick: () => void) => [
    { icon, hint, label: `${hint}: ${question}`, onClick },
  ];
  const actions = (one: TestQuestion): RowAction[] => [
    ...action('clock', t('test-questions.history'), one, () => setOpened(one)),
    ...(canCorrect && one.last?.passed === false && !one.declines
      ? action('check', t('correction.open'), one, () => setWrong(one))
      : []),
    ...(canEdit ? action('edit', t('test-questions.edit'), one, () => setEdited(one)) : []),
  ];
  return (
    <>
      <ListPage<typeof listed, TestQuestion>
        resource={listed}
        columns={COLUMNS}
        cells={useTestCells()}
        actions={actions}
        poll={pollEvery}
        create={
          <Button type="primary" icon={<Icon name="add" />} onClick={() => setEdited('new')}>
            {t('test-questions.add')}
          </Button>
        }
        above={({ answer, contextId }) =>
          contextId && <Results list={answer as TestQuestionList} contextId={contextId} />
        }
      />
      {edited && current && (
        <TestForm
          row={edited === 'new' ? undefined : edited}
          contextId={current.id}
          onClose={() => setEdited(undefined)}
        />
      )}
      {wrong && <Correction one={wrong} onClose={() => setWrong(undefined)} />}
      {opened && <History id={opened.id} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** What the response contains beside the questions. */
function Results({ list, contextId }: { list: TestQuestionList | undefined; contextId: string }) {
  if (!list) return null;
  return (
    <>
      {list.held.map((held) => (
        <HeldCard key={held.contentId} held={held} />
      ))}
      {list.data.length > 0 && <Summary list={list} contextId={contextId} />}
      <Worse list={list} />
    </>
  );
}

/** Shows the latest result and whether a test costs credits. The switch makes changes wait for the test. */
function Summary({ list, contextId }: { list: TestQuestionList; contextId: string }) {
  const { t } = useTranslation();
  const canRun = useAllowed('test-questions', 'run');
  const canHold = useAllowed('test-questions', 'hold');
  const { call, isBusy } = useTestCall();
  const tested = list.data.filter(({ last }) => last !== null);
  const passed = tested.filter(({ last }) => last?.passed).length;
  const shown = tested.filter(({ last }) => last?.shown).length;
  const run = () => call({ path: '/run', values: { contextId }, successText: t('test-questions.started') });
  return (
    <Card className="part-gap">
      <Flex justify="space-between" align="center" gap="middle">
        <div>
          <strong className="figures">{t('test-questions.summary', { passed, count: tested.length })}</strong>
          {shown > 0 && (
            <span className="cell-quiet figures"> {t('test-questions.summaryShown', { count: shown })}</span>
          )}
          <p className="cell-quiet">{t(list.isPaid ? 'test-questions.paid' : 'test-questions.free')}</p>
          {list.runs[0]?.state === 'unpaid' && (
            <Typography.Text type="warning">{t('test-questions.unpaid')}</Typography.Text>
          )}
        </div>
        {canRun && (
          <Button icon={<Icon name="refresh" />} loading={list.isRunning || isBusy} onClick={run}>
            {t(list.isRunning ? 'test-questions.running' : 'test-questions.run')}
          </Button>
        )}
      </Flex>
      <Divider size="middle" />
      <Flex component="label" align="center" gap={12}>
        <Switch
          checked={list.holds}
          disabled={!canHold || isBusy}
          onChange={(holds) => call({ path: '/holding', method: 'put', values: { contextId, holds } })}
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
function Worse({ list }: { list: TestQuestionList }) {
  const { t } = useTranslation();
  const worse = list.data.filter(({ last }) => last && !last.passed && last.passedBefore);
  if (worse.length === 0) return null;
  return (
    <Card className="part-gap card-attention" role="region" aria-label={t('test-questions.gotWorse')}>
      <h2>{t('test-questions.gotWorse')}</h2>
      {worse.map(({ id, question, last }) => (
        <div key={id} className="held-question">
          <h3>{question}</h3>
          <SideBySide before={last!.answerBefore ?? ''} after={last!.answer} isWorse />
        </div>
      ))}
    </Card>
  );
}
