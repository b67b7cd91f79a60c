import { Alert, Button, Flex } from 'antd';
import { t } from '../../providers/i18n.ts';
import { openGuide } from '../../state/help-store.ts';

/** Shown when the help chat is unavailable. Offers the guide instead. */
export function NoChat({ text, again, close }: { text?: string; again?: () => void; close: () => void }) {
  const toGuide = () => {
    close();
    openGuide();
  };
  return (
    <Alert
      className="help-none"
      type="warning"
      message={text ?? t('layout.help.failed')}
      description={
        <Flex wrap gap="small">
          {again && <Button onClick={again}>{t('layout.help.again')}</Button>}
          <Button onClick={toGuide}>{t('layout.help.guide')}</Button>
        </Flex>
      }
    />
  );
}
