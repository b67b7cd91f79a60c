import { Card, List, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UnansweredQuestion } from '../../../../shared/seo.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';

/** Lists unanswered questions of visitors that are closest to this page, each with a link to write the answer. */
export function Unanswered({ questions, contextId }: { questions: readonly UnansweredQuestion[]; contextId: string }) {
  const { t } = useTranslation();
  const canAnswer = useAllowed('contents', 'create');
  const { current, select } = useCurrentContext();
  const answerLink = (question: string) => (
    // The answer belongs to the page's context, even while another one is selected.
    <span key="answer" onClickCapture={() => contextId !== current?.id && select(contextId)}>
      <ButtonLink size="small" to={`/knowledge-base/content/upload?tab=faq&question=${encodeURIComponent(question)}`}>
        {t('seo.unanswered.answer')}
      </ButtonLink>
    </span>
  );
  return (
    <Card role="region" aria-labelledby="seo-unanswered">
      <Typography.Title level={2} id="seo-unanswered">
        {t('seo.unanswered.title')}
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        {t(questions.length > 0 ? 'seo.unanswered.text' : 'seo.unanswered.none')}
      </Typography.Paragraph>
      {questions.length > 0 && (
        <List
          className="list-flush"
          dataSource={[...questions]}
          rowKey="question"
          renderItem={({ question, count, lastAt }) => (
            <List.Item extra={canAnswer && answerLink(question)}>
              <List.Item.Meta
                title={<q>{question}</q>}
                description={
                  <>
                    {t('seo.unanswered.count', { count })} · {t('seo.unanswered.last')} <MomentText iso={lastAt} />
                  </>
                }
              />
            </List.Item>
          )}
        />
      )}
    </Card>
  );
}
