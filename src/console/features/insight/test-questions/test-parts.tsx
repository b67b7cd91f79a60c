import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TestQuestion } from '../../../../shared/test-questions.ts';
import { CorrectAnswer } from '../../../components/correct-answer.tsx';
import { Modal } from '../../../components/modal.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { Nothing } from '../../../resource/nothing.tsx';
import { useHistory } from './use-tests.ts';

type Judged = Pick<NonNullable<TestQuestion['last']>, 'passed' | 'shown'> & { passedBefore?: boolean | null };

function Judgement({ result: { passed, shown, passedBefore } }: { result: Judged }) {
  const { t } = useTranslation();
  if (passed) return <StatusDot tone="good">{t('test-questions.passed')}</StatusDot>;
  if (shown) return <StatusDot tone="waiting">{t('test-questions.shown')}</StatusDot>;
  return <StatusDot tone="bad">{t(passedBefore ? 'test-questions.worse' : 'test-questions.failed')}</StatusDot>;
}

function Last({ last }: Pick<TestQuestion, 'last'>) {
  const { t } = useTranslation();
  if (!last) return <StatusDot tone="off">{t('test-questions.never')}</StatusDot>;
  return (
    <>
      <Judgement result={last} />
      {last.outcome && !last.shown && (
        <span className="cell-line cell-small test-outcome">{t(`test-questions.outcomes.${last.outcome}`)}</span>
      )}
    </>
  );
}

export const COLUMNS = ['question', 'expected', 'last', 'at'];

export function useTestCells() {
  const { t } = useTranslation();
  const expected = ({ expected: phrases, declines }: TestQuestion) =>
    declines
      ? t('test-questions.declines')
      : t('test-questions.contains', { phrases: phrases.map((phrase) => `“${phrase}”`).join(', ') });
  return {
    expected: (one: TestQuestion) => (
      <span className="three-lines" title={expected(one)}>
        {expected(one)}
      </span>
    ),
    last: ({ last }: TestQuestion) => <Last last={last} />,
    at: ({ last }: TestQuestion) => (last ? <MomentText iso={last.at} /> : <Nothing />),
  };
}

export function Correction({
  one: { contextId, question, last },
  onClose,
}: {
  one: TestQuestion;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const outcome = last?.outcome ? `${t(`test-questions.outcomes.${last.outcome}`)}: ` : '';
  return (
    <CorrectAnswer
      wrong={{ contextId, question, answer: last ? outcome + last.answer : undefined }}
      onClose={onClose}
    />
  );
}

export function History({ id, onClose }: { id: string; onClose: () => void }) {
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
            {history.map(({ at, cause, passed, shown, answer }) => (
              <li key={at}>
                <Flex wrap justify="space-between" gap="small" className="cell-small">
                  <Judgement result={{ passed, shown }} />
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
