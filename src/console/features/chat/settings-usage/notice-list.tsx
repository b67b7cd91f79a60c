import { Flex, List } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Notice } from '../../../../shared/limits.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { NoticeLevel, noticeSentence, useUsageNotices } from '../../../layout/notice-banner.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';

/** Lists questions that were answered before and no longer are, with links to their conversations. */
function LostQuestions({ questions }: { questions: NonNullable<Notice['questions']> }) {
  return (
    <ul>
      {questions.map(({ conversationId, question }, at) => (
        <li key={at}>
          <Link to={`/conversations/${conversationId}`}>“{question}”</Link>
        </li>
      ))}
    </ul>
  );
}

/** Lists the notices of all contexts that are not dismissed. Shows nothing without notices. */
export function NoticeList() {
  const { t } = useTranslation();
  const { notices, dismiss } = useUsageNotices();
  if (notices.length === 0) return null;
  return (
    <section aria-label={t('limits.notices')} className="page-part">
      <List
        bordered
        size="small"
        dataSource={[...notices]}
        rowKey="id"
        renderItem={(notice) => {
          const sentence = noticeSentence(t, notice);
          return (
            <List.Item
              extra={
                <Flex gap={8} align="center" className="small-text">
                  <MomentText iso={notice.createdAt} />
                  {dismiss && (
                    <RowAction
                      icon="close"
                      label={t('limits.dismissNotice', { sentence })}
                      hint={t('limits.dismiss')}
                      onClick={() => dismiss(notice)}
                    />
                  )}
                </Flex>
              }
            >
              <div>
                <NoticeLevel level={notice.level} /> {sentence}
                {notice.questions && <LostQuestions questions={notice.questions} />}
              </div>
            </List.Item>
          );
        }}
      />
    </section>
  );
}
