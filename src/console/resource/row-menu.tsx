import { Button, Dropdown } from 'antd';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon, type IconName } from '../components/icon.tsx';
import { t } from '../providers/i18n.ts';
import type { Right } from '../providers/use-allowed.ts';
import { RowAction as ActionButton } from './row-actions.tsx';

export interface RowAction {
  icon: IconName;
  /** The accessible name, with the row's name: "Editar Frete grátis". */
  label: string;
  /** The visible text: "Editar". */
  hint: string;
  to?: string;
  onClick?: () => void;
  /** Opens this dialog, in place of `onClick`. */
  dialog?: (close: () => void) => ReactNode;
  /** Only those with this right see it. */
  allowedBy?: Right;
  danger?: boolean;
  /** The page of the row shows it as the next step. */
  primary?: boolean;
  disabled?: boolean;
}

/** In antd's order. */
export const dangerLast = (actions: readonly RowAction[]): RowAction[] =>
  actions.toSorted((one, other) => Number(one.danger ?? false) - Number(other.danger ?? false));

export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [first, ...others] = actions;
  if (!first) return null;
  return others.length === 0 ? (
    <ActionButton {...first} className="row-menu" />
  ) : (
    <Menu name={name} actions={actions} />
  );
}

function Menu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const navigate = useNavigate();
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const label = t('resource.actionsOf', { name });
  const button = (
    <Button
      ref={opener}
      type="text"
      className="row-menu"
      icon={<Icon name="more" size={20} />}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => {
        if (isWanted) return;
        setWanted(true);
        setOpen(true);
      }}
    />
  );
  // The menu is rendered only after the first click, because it costs as much as all cells of the row.
  if (!isWanted) return button;
  const items = actions.map((action) => ({
    key: action.label,
    label: action.hint,
    icon: <Icon name={action.icon} />,
    danger: action.danger,
    disabled: action.disabled,
    onClick: ({ domEvent }: { domEvent: SyntheticEvent }) => {
      // A dialog that the action opens returns the focus to the button, as the menu is gone by then. Without
      // `preventDefault`, the Enter that chose the item would also press the button.
      domEvent.preventDefault();
      opener.current?.focus();
      if (action.to === undefined) action.onClick?.();
      else void navigate(action.to);
    },
  }));
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      menu={{ items, 'aria-label': label }}
    >
      {button}
    </Dropdown>
  );
}
