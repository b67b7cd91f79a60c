import { Flex } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestQuestion } from '../../../../shared/test-questions.ts';
import { CorrectAnswer } from '../../../components/correct-answer.tsx';
import { Modal } from '../../../components/modal.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { columnsBelow, DataTable } from '../../../resource/data-table.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useHistory } from './use-tests.ts';

function Last({ last }: Pick<TestQuestion, 'last'>) {
  const { t } = useTranslation();
  if (!last) return <StatusDot tone="off">{t('test-questions.never')}</StatusDot>;
  const failed = last.passedBefore ? 'test-questions.worse' : 'test-questions.failed';
  return (
    <>
      <StatusDot tone={last.passed ? 'good' : 'bad'}>{t(last.passed ? 'test-questions.passed' : failed)}</StatusDot>
      {last.outcome && (
        <span className="cell-line cell-small test-outcome">{t(`test-questions.outcomes.${last.outcome}`)}</span>
      )}
    </>
  );
}

function columnsOf(t: TFunction) {
  const expected = ({ expected: phrases, declines }: TestQuestion) =>
    declines
      ? t('test-questions.declines')
      : t('test-questions.contains', { phrases: phrases.map((phrase) => `“${phrase}”`).join(', ') });
  const line = (text: string) => (
    <span className="cell-line" title={text}>
      {text}
    </span>
  );
  return columnsBelow<TestQuestion>(
    t,
    'test-questions.columns',
    {
      question: ({ question }) => line(question),
      expected: (one) => line(expected(one)),
      last: ({ last }) => <Last last={last} />,
      at: ({ last }) => (last ? <MomentText iso={last.at} /> : <span className="cell-quiet">–</span>),
    },
    { expected: { isLong: true } },
  );
}

export function TestTable(props: {
  rows: readonly TestQuestion[] | undefined;
  edit: (question: TestQuestion) => void;
  remove: (question: TestQuestion) => void;
}) {
  const { t } = useTranslation();
  const canEdit = useAllowed('test-questions', 'edit');
  const canDelete = useAllowed('test-questions', 'delete');
  const canCorrect = useAllowed('phrasings', 'create');
  const [opened, setOpened] = useState<string | null>(null);
  const [wrong, setWrong] = useState<TestQuestion | null>(null);
  const action = (icon: RowAction['icon'], hint: string, name: string, onClick: () => void): RowAction => ({
    icon,
    hint,
    label: `${hint}: ${name}`,
    onClick,
  });
  const actions = (one: TestQuestion) => [
    action('clock', t('test-questions.history'), one.question, () => setOpened(one.id)),
    ...(canCorrect && one.last?.passed === false && !one.declines
      ? [action('check', t('correction.open'), one.question, () => setWrong(one))]
      : []),
    ...(canEdit ? [action('edit', t('test-questions.edit'), one.question, () => props.edit(one))] : []),
    ...(canDelete ? [action('trash', t('test-questions.delete.action'), one.question, () => props.remove(one))] : []),
  ];
  return (
    <>
      <DataTable
        columns={columnsOf(t)}
        rows={props.rows}
        label={t('test-questions.title')}
        nameOf={({ question }) => question}
        actions={actions}
      />
      {wrong && <Correction one={wrong} onClose={() => setWrong(null)} />}
      {opened && <History id={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Correction({ one: { contextId, question, last }, onClose }: { one: TestQuestion; onClose: () => void }) {
  const { t } = useTranslation();
  const outcome = last?.outcome ? `${t(`test-questions.outcomes.${last.outcome}`)}: ` : '';
  return (
    <CorrectAnswer
      wrong={{ contextId, question, answer: last ? outcome + last.answer : undefined }}
      onClose={onClose}
    />
  );
}

function History({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useHistory(id);
  return (
    <Modal
      open
      width={640}
      title={query.data?.data.question.question ?? t('test-questions.history')}
      onCancel={onClose}
    >
      <Loaded query={query} waiting={<Skeleton title rows={3} />}>
        {({ data: { history } }) => (
          <ol className="plain">
            {history.length === 0 && <li>{t('test-questions.never')}</li>}
            {history.map(({ at, cause, passed, answer }) => (
              <li key={at}>
                <Flex wrap justify="space-between" gap="small" className="cell-small">
                  <StatusDot tone={passed ? 'good' : 'bad'}>
                    {t(passed ? 'test-questions.passed' : 'test-questions.failed')}
                  </StatusDot>
                  <span className="cell-quiet">
                    <MomentText iso={at} /> · {t(`test-questions.causes.${cause}`)}
                  </span>
                </Flex>
                <p>{answer}</p>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Modal>
  );
}
