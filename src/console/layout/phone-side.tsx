import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlanPanel } from './plan-panel.tsx';
import { SideMenu } from './side-menu.tsx';

/** The side menu on phones: in a drawer below the header. */
export default function PhoneSide({
  isOpen,
  close,
  hasPage,
}: {
  isOpen: boolean;
  close: () => void;
  hasPage: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Drawer
      id="side"
      rootClassName="side-overlay"
      placement="top"
      height="auto"
      zIndex={30}
      closable={false}
      open={isOpen}
      onClose={close}
      aria-label={t('layout.menu.label')}
    >
      <SideMenu isNarrow={false} onChoose={close} />
      <PlanPanel isNarrow={false} hasPage={hasPage} />
    </Drawer>
  );
}
