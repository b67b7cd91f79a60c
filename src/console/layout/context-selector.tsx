import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { contexts as contextsResource } from '../../../resources/contexts.ts';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { Tip } from '../components/tip.tsx';
import { t } from '../providers/i18n.ts';
import { useAsk } from '../providers/policy.tsx';
import { indentOf, isFound } from '../session/context-list.ts';
import { useCurrentContext } from '../session/current-context.tsx';

/** With this many contexts or more, the list has a search input. */
const SEARCHABLE_FROM = 8;

/** Shows the context that the screens work in, and lets the user select another one. */
export function ContextSelector() {
  const { contexts, refresh, isLoading, error } = useCurrentContext();
  const ask = useAsk();
  // Staff without access to contexts have nothing to select.
  if (ask?.(contextsResource.name, 'list').can === false) return null;
  if (contexts.length > 0) return <Choice />;
  if (isLoading) return <span className="cell-quiet context-none">{t('layout.context.loading')}</span>;
  if (!error) return <span className="cell-quiet context-none">{t('layout.context.none')}</span>;
  return (
    <Button icon={<MenuIcon name="warning" size={16} />} onClick={() => void refresh()}>
      {t('layout.context.failed')}
    </Button>
  );
}

function Choice() {
  const { current, contexts, select } = useCurrentContext();
  const [isOpen, setIsOpen] = useState(false);
  const [isSearched, setIsSearched] = useState(false);
  const hasSearch = contexts.length >= SEARCHABLE_FROM;
  const manage = t('layout.context.manage');
  const tip = !isOpen && (
    <>
      {t('layout.context.tip')} <Link to="/contexts">{manage}</Link>
    </>
  );
  const withFoot = (list: ReactNode) => (
    <>
      {list}
      <Link className="context-manage" to="/contexts" onClick={() => setIsOpen(false)}>
        {manage}
      </Link>
    </>
  );
  return (
    <Tip title={tip}>
      <span className="context-selector">
        <Select
          aria-label={t('layout.context.label', { name: current?.name })}
          prefix={<MenuIcon name="contexts" size={16} />}
          value={current?.id}
          onChange={select}
          open={isOpen}
          onOpenChange={setIsOpen}
          options={contexts.map((context) => ({
            value: context.id,
            // Must be plain text, because screen readers announce it.
            label: context.name,
            indent: indentOf(context) * 16,
          }))}
          // Search results are a flat list, so they are not indented.
          optionRender={({ label, data }) => (
            <span style={{ paddingInlineStart: isSearched ? 0 : data.indent }}>{label}</span>
          )}
          showSearch={hasSearch}
          onSearch={hasSearch ? (typed) => setIsSearched(typed !== '') : undefined}
          filterOption={(typed, option) => isFound(option?.label ?? '', typed)}
          notFoundContent={t('layout.context.nothing')}
          listHeight={DROPDOWN_MAX_HEIGHT}
          virtual={false}
          // The header does not scroll. Rendered in the body, the list would scroll away from the header.
          getPopupContainer={(select: HTMLElement) => select.parentElement ?? document.body}
          placement="bottomRight"
          popupMatchSelectWidth={320}
          popupRender={withFoot}
        />
      </span>
    </Tip>
  );
}
