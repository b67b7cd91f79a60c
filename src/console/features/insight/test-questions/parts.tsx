import { useInvalidate, useKeys } from '@refinedev/core';
import { Card, Flex } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestResults, TestState } from '../../../../shared/test-questions.ts';
import { CorrectAnswer } from '../../../components/correct-answer.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { parts } from '../../../resource/parts.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { TestSummary } from './test-summary.tsx';
import '../insight.css';

type TestQuestion = RecordOf<typeof testQuestions>;

export default parts(testQuestions, {
  useList: () => {
    const { current } = useCurrentContext();
    const state = useTestState(current?.id);
    return {
      cells: {
        expected: (one: TestQuestion) => <Expected one={one} />,
        result: (one: TestQuestion) => <Result one={one} />,
      },
      actions: useTestActions(),
      above: ({ contextId }) => state && contextId && <TestSummary state={state} contextId={contextId} />,
    };
  },
  useShow: () => ({ below: ({ id }) => <Results id={id} /> }),
});

function Expected({ one: { expected } }: { one: TestQuestion }) {
  if (expected === null) return <FieldCell resource={testQuestions} name="expected" value={null} />;
  const text = expected
    .split('\n')
    .map((phrase) => `“${phrase}”`)
    .join(', ');
  return (
    <span className="three-lines" title={text}>
      {text}
    </span>
  );
}

function Result({ one: { result, outcome } }: { one: TestQuestion }) {
  return (
    <>
      <FieldCell resource={testQuestions} name="result" value={result} />
      {outcome && result !== 'shown' && (
        <span className="cell-line cell-small test-outcome">{t(`test-questions.options.outcome.${outcome}`)}</span>
      )}
    </>
  );
}

/** Returns the actions on a row: its results, and the correction of a wrong answer. */
function useTestActions() {
  return ({ id, contextId = '', question, result, declines, outcome, answer }: TestQuestion): RowAction[] => {
    const [history, correct] = [t('test-questions.history'), t('correction.open')];
    const said = outcome ? `${t(`test-questions.options.outcome.${outcome}`)}: ` : '';
    const wrong = { contextId, question, answer: answer === null ? undefined : said + answer };
    const correction: RowAction = {
      ...{ icon: 'check', hint: correct, label: `${correct}: ${question}` },
      allowedBy: ['phrasings', 'create'],
      dialog: (close) => <CorrectAnswer wrong={wrong} onClose={close} />,
    };
    return [
      { icon: 'clock', hint: history, label: `${history}: ${question}`, to: `${testQuestions.path}/${id}` },
      ...(result !== null && result !== 'passed' && !declines ? [correction] : []),
    ];
  };
}

function Results({ id }: { id: string }) {
  return (
    <Card title={t('test-questions.history')}>
      <Loaded query={useGet<TestResults>(`${testQuestions.api}/${id}/results`)} rows={3}>
        {({ data: { data } }) => (
          <ol className="plain test-results">
            {data.length === 0 && <li>{t('test-questions.none.result')}</li>}
            {data.map(({ at, cause, passed, shown, answer }) => (
              <li key={at}>
                <Flex wrap justify="space-between" gap="small" className="cell-small">
                  <FieldCell
                    resource={testQuestions}
                    name="result"
                    value={passed ? 'passed' : shown ? 'shown' : 'failed'}
                  />
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
    </Card>
  );
}

const BUSY_MS = 1_500;

const isRunning = (state: TestState | undefined): boolean =>
  state !== undefined && (state.isRunning || state.held.some((change) => change.state === 'testing'));

/**
 * Returns what is known of all test questions of a context. It is read again with their list, and often while a test runs, whose
 * end reads the list again.
 */
function useTestState(contextId: string | undefined): TestState | undefined {
  const { keys } = useKeys();
  const invalidate = useInvalidate();
  const query = useGet<TestState>(`${testQuestions.api}/state`, {
    query: { contextId },
    enabled: contextId !== undefined,
    queryKey: [...keys().data('default').resource(testQuestions.name).action('list').get(), 'state', contextId],
    refetchInterval: ({ state }) => (isRunning(state.data?.data) ? BUSY_MS : testQuestions.list.pollMs),
  });
  const state = query.data?.data;
  const isBusy = isRunning(state);
  const readList = useEffectEvent(() => void invalidate({ resource: testQuestions.name, invalidates: ['list'] }));
  useEffect(() => (isBusy ? readList : undefined), [isBusy]);
  return state;
}
