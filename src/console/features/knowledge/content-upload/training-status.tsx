import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { StatusDot } from '../../../components/status-dot.tsx';

/** Shows the training status of a newly added content. `content` is undefined until the server lists it. */
export function TrainingStatus({ content }: { content: Content | undefined }) {
  const { t } = useTranslation();
  if (!content || isUnderWay(content)) {
    return <StatusDot tone="moving">{t('content-upload.training.working')}</StatusDot>;
  }
  if (content.status === 'done') return <StatusDot tone="good">{t('content-upload.training.done')}</StatusDot>;
  return (
    <Flex vertical>
      <StatusDot tone="bad">{t('content-upload.training.failed')}</StatusDot>
      <Link className="small-text" to={`/knowledge-base/content/edit/${content.id}`}>
        {content.reason ?? t('content-upload.training.see')}
      </Link>
    </Flex>
  );
}
