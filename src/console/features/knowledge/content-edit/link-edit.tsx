import { Card, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Content, KIND_ICONS } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { PhrasingsField } from '../phrasings-field.tsx';
import { EditForm, SwitchField } from './edit-form.tsx';

/** Edits how a page or sitemap is used, and whether it is read every week. */
export function LinkEdit({ content, done }: { content: Content; done: () => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  const isMap = content.type === 'SITEMAP';
  return (
    <EditForm content={content} done={done}>
      {content.url && <AddressCard content={content} url={content.url} />}
      {/* A sitemap has no answers of its own, so it cannot be disabled. */}
      {!isMap && <SwitchField name="enabled" />}
      <SwitchField name="weeklySync" hint={isMap ? t('contents.hints.followMap') : undefined} />
      {!isMap && <PhrasingsField isReadOnly={!canEdit} />}
    </EditForm>
  );
}

function AddressCard({ content, url }: { content: Content; url: string }) {
  const { t } = useTranslation();
  const isWeb = /^https?:\/\//i.test(url);
  return (
    <Card size="small" className="part-heading">
      <Flex gap={12} align="center">
        <Icon name={KIND_ICONS[content.type]} size={18} />
        <span className="cell-line" title={url}>
          {url}
        </span>
        {isWeb && (
          <a className="push-end" href={url} target="_blank" rel="noopener noreferrer">
            {t(content.type === 'SITEMAP' ? 'contents.editPage.openMap' : 'contents.editPage.open')}{' '}
            <Icon name="external" size={12} />
          </a>
        )}
      </Flex>
    </Card>
  );
}
