import { Button, Card, Divider, Flex, Switch, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestQuestion, TestQuestionList } from '../../../../shared/test-questions.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { EmptyState, LoadError, StaleNotice } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useResourceTexts } from '../../../resource/texts.ts';
import { useNamedContext } from '../../../resource/use-named-context.ts';
import { SideBySide } from '../side-by-side.tsx';
import { HeldCard } from './held-card.tsx';
import { TestForm } from './test-form.tsx';
import { TestTable } from './test-table.tsx';
import { type TestDraft, useTestCall, useTests } from './use-tests.ts';
import '../insight.css';

const BLANK: TestDraft = { question: '', expected: [], declines: false };

/** The test questions of a context: their latest results, answers that got worse and changes that wait for a decision. */
export function TestQuestionsPage() {
  const contextId = useNamedContext(true);
  if (contextId !== undefined) return <Tests key={contextId} contextId={contextId} />;
  return (
    <Frame>
      <NeedsContext>{() => null}</NeedsContext>
    </Frame>
  );
}

function Frame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const texts = useResourceTexts(testQuestions);
  return (
    <PageFrame title={texts.title} intro={texts.intro} action={action} wide>
      {children}
    </PageFrame>
  );
}

function Tests({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const canWrite = useAllowed(testQuestions.name, 'create');
  const { list, query } = useTests(contextId);
  const [open, setOpen] = useState<TestDraft | null>(null);
  const [leaving, setLeaving] = useState<TestQuestion | null>(null);
  const isEmpty = list?.data.length === 0;
  const action = canWrite && (
    <Button type="primary" icon={<Icon name="add" />} onClick={() => setOpen(BLANK)}>
      {t('test-questions.add')}
    </Button>
  );
  return (
    <Frame action={!isEmpty && action}>
      {list?.held.map((held) => (
        <HeldCard key={held.contentId} held={held} />
      ))}
      {query.error && list && <StaleNotice query={query} />}
      {query.error && !list ? (
        <LoadError query={query} />
      ) : isEmpty ? (
        <EmptyState
          drawing="search"
          title={t('test-questions.empty.title')}
          text={t('test-questions.empty.text')}
          action={action}
        />
      ) : (
        <>
          {list && <Summary list={list} contextId={contextId} />}
          {list && <Worse list={list} />}
          <TestTable rows={list?.data} edit={setOpen} remove={setLeaving} />
        </>
      )}
      {open && <TestForm start={open} contextId={contextId} onClose={() => setOpen(null)} />}
      {leaving && <DeleteTest question={leaving} onClose={() => setLeaving(null)} />}
    </Frame>
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
  const run = () => call({ path: '/run', values: { contextId }, successText: t('test-questions.started') });
  return (
    <Card className="part-gap">
      <Flex justify="space-between" align="center" gap="middle">
        <div>
          <strong className="figures">{t('test-questions.summary', { passed, count: tested.length })}</strong>
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

function DeleteTest({ question, onClose }: { question: TestQuestion; onClose: () => void }) {
  const { t } = useTranslation();
  const { call, isBusy } = useTestCall();
  const remove = () =>
    call({ path: `/${question.id}`, method: 'delete', successText: t('test-questions.deleted'), onSuccess: onClose });
  return (
    <Modal
      open
      title={t('test-questions.delete.title')}
      onCancel={onClose}
      okText={t('test-questions.delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onOk={remove}
    >
      <p>“{question.question}”</p>
      <p>{t('test-questions.delete.text')}</p>
    </Modal>
  );
}
