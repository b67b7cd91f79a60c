import { useThemedLayoutContext } from '@refinedev/antd';
import { Drawer, Layout } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../providers/use-allowed.ts';
import { PlanPanel } from './plan-panel.tsx';
import { SideMenu } from './side-menu.tsx';
import { usePhone } from './use-phone.ts';

const WIDTH = 264;
const NARROW = 64;

/** The side menu with the plan below it: beside the screen or, on phones, in a drawer below the header. */
export function Sider() {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const { siderCollapsed, mobileSiderOpen, setMobileSiderOpen } = useThemedLayoutContext();
  // Users who do not manage the plan get no link to it.
  const canPlan = useAllowed('subscription', 'show');
  const close = () => setMobileSiderOpen(false);
  useEffect(() => setMobileSiderOpen(false), [isPhone, setMobileSiderOpen]);
  if (!isPhone) {
    return (
      <Layout.Sider
        id="side"
        className="side"
        theme="light"
        width={WIDTH}
        collapsedWidth={NARROW}
        collapsed={siderCollapsed}
        trigger={null}
      >
        <SideMenu isNarrow={siderCollapsed} onChoose={() => undefined} />
        <PlanPanel isNarrow={siderCollapsed} hasPage={canPlan} />
      </Layout.Sider>
    );
  }
  return (
    <Drawer
      id="side"
      rootClassName="side-overlay"
      placement="top"
      height="auto"
      zIndex={30}
      closable={false}
      open={mobileSiderOpen}
      onClose={close}
      aria-label={t('layout.menu.label')}
    >
      <SideMenu isNarrow={false} onChoose={close} />
      <PlanPanel isNarrow={false} hasPage={canPlan} />
    </Drawer>
  );
}
