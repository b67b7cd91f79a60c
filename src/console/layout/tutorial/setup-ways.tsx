import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Way } from './way.tsx';

/** The last step of the tutorial: test the assistant and install it on the site. */
export function SetupWays({ leaveFor }: { leaveFor: (to: string) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('tutorial.setup.text')}</p>
      <Flex vertical gap="small">
        <Way
          icon="chat"
          title={t('tutorial.setup.preview')}
          text={t('tutorial.setup.previewText')}
          onGo={() => leaveFor('/chat/preview')}
        />
        <Way
          icon="code"
          title={t('tutorial.setup.code')}
          text={t('tutorial.setup.codeText')}
          onGo={() => leaveFor('/chat/setup')}
        />
      </Flex>
      <p className="small-text">{t('tutorial.setup.again')}</p>
    </>
  );
}
