import { Button } from 'antd';
import { ButtonLink } from '../components/button-link.tsx';
import { Icon } from '../components/icon.tsx';
import { Tip } from '../components/tip.tsx';
import { useRight } from '../providers/use-allowed.ts';
import type { RowAction as RowActionProps } from './row-menu.tsx';

export function RowAction(props: RowActionProps & { className?: string }) {
  const { icon, label, hint, to, onClick, danger, disabled, className = 'row-action' } = props;
  const isAllowed = useRight(props.allowedBy);
  const buttonProps = { type: 'text' as const, className, icon: <Icon name={icon} />, danger, disabled };
  if (!isAllowed) return null;
  return (
    <Tip title={hint} placement="top">
      {to === undefined ? (
        <Button {...buttonProps} aria-label={label} onClick={onClick} />
      ) : (
        <ButtonLink {...buttonProps} aria-label={label} to={to} />
      )}
    </Tip>
  );
}
