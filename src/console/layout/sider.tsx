import { useThemedLayoutContext } from '@refinedev/antd';
import { Drawer, Layout } from 'antd';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../providers/use-allowed.ts';
import { usePhone } from '../theme/use-phone.ts';
import { PlanPanel } from './plan-panel.tsx';
import { SideMenu } from './side-menu.tsx';

const WIDTH = 264;
const NARROW = 64;

// The sider renders with the layout: twice at first, and whenever the menu opens or closes on phones.
const Menu = memo(SideMenu);
const Plan = memo(PlanPanel);

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
        <Menu isNarrow={siderCollapsed} />
        <Plan isNarrow={siderCollapsed} hasPage={canPlan} />
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
      <Menu isNarrow={false} onChoose={close} />
      <Plan isNarrow={false} hasPage={canPlan} />
    </Drawer>
  );
}
