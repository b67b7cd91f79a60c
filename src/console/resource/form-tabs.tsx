import { Form, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Resource } from '../../../resources/kit/resource.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { t } from '../providers/i18n.ts';

export interface TabControl {
  open: string | undefined;
  onOpen: (section: string) => void;
}

/** Returns the open tab of a form, and a function that opens the one with a field. */
export function useFormTabs({ hasFormTabs, sections = {} }: Resource) {
  const [open, onOpen] = useState<string>();
  const openFor = (field: unknown) => {
    const [section] = Object.entries(sections).find(([, fields]) => fields.includes(String(field))) ?? [];
    // At once, because antd then focuses the field, which it cannot do while the field is hidden.
    if (hasFormTabs && section) flushSync(() => onOpen(section));
  };
  return { tabs: { open, onOpen } satisfies TabControl, openFor };
}

const Sign = ({ icon, text }: { icon: IconName; text: string }) => (
  <>
    <Icon name={icon} />
    <span className="unseen">{text}</span>
  </>
);

function TabLabel({ title, fields }: { title: string; fields: readonly string[] }) {
  return (
    <Form.Item noStyle shouldUpdate={() => true}>
      {({ getFieldsError }) => {
        const isWrong = getFieldsError().some(
          ({ name, errors }) => errors.length > 0 && fields.includes(String(name[0])),
        );
        return (
          <span className={isWrong ? 'form-tab-wrong' : undefined}>
            {title}
            {isWrong && <Sign icon="warning" text={t('resource.tabWrong')} />}
          </span>
        );
      }}
    </Form.Item>
  );
}

/** The sections of a form as tabs. Those that are not open stay mounted, so that they keep and check their values. */
export function FormTabs(props: {
  control: TabControl;
  tabs: readonly { name: string; title: string; fields: readonly string[]; rows: ReactNode }[];
}) {
  const { control, tabs } = props;
  const open = tabs.find(({ name }) => name === control.open) ?? tabs[0];
  return (
    <Tabs
      activeKey={open?.name}
      onChange={control.onOpen}
      more={{ icon: <Sign icon="more" text={t('resource.tabsMore')} /> }}
      items={tabs.map(({ name, title, fields, rows }) => ({
        key: name,
        label: <TabLabel title={title} fields={fields} />,
        children: rows,
        forceRender: true,
      }))}
    />
  );
}
