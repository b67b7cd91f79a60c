import { Tabs as AntdTabs } from 'antd';
import type { ReactNode } from 'react';
import { usePhone } from '../theme/use-phone.ts';
import { Icon, type IconName } from './icon.tsx';

export interface Tab<N extends string> {
  name: N;
  label: string;
  icon: IconName;
}

/** antd's Tabs with a name for screen readers. `children` is the content of the open tab. */
export function Tabs<N extends string>(props: {
  label: string;
  tabs: readonly Tab<N>[];
  open: N;
  onOpen: (name: N) => void;
  children: ReactNode;
}) {
  const { label, tabs, open, onOpen, children } = props;
  const isPhone = usePhone();
  return (
    <AntdTabs
      activeKey={open}
      onChange={(key) => tabs.forEach(({ name }) => name === key && onOpen(name))}
      destroyOnHidden
      renderTabBar={(bar, TabBar) => (
        <div role="group" aria-label={label}>
          {/* On phones the tabs are swiped, without antd's button for those that do not fit, which a list of tabs may not have. */}
          <TabBar {...bar} mobile={isPhone} />
        </div>
      )}
      items={tabs.map((tab) => ({
        key: tab.name,
        label: tab.label,
        icon: <Icon name={tab.icon} />,
        children: tab.name === open && children,
      }))}
    />
  );
}
