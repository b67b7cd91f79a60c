import { Drawer } from 'antd';
import { t } from '../providers/i18n.ts';
import { PlanPanel } from './plan-panel.tsx';
import { SideMenu } from './side-menu.tsx';

/** The side menu on phones: in a drawer below the header. */
export default function PhoneSide({
  isOpen,
  close,
  seesPlan,
  hasPage,
}: {
  isOpen: boolean;
  close: () => void;
  seesPlan: boolean;
  hasPage: boolean;
}) {
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
      {seesPlan && <PlanPanel isNarrow={false} hasPage={hasPage} />}
    </Drawer>
  );
}
