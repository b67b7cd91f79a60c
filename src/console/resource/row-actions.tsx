import { Link } from 'react-router';
import { Icon, type IconName } from '../components/icon.tsx';
import { Tip } from '../components/tip.tsx';

/** One small control of a row. `label` says it in full ("Editar Frete grátis"); `hint` is what the tooltip shows. */
export function RowAction(props: {
  icon: IconName;
  label: string;
  hint: string;
  to?: string;
  onClick?: () => void;
  danger?: boolean;
  disabled?: boolean;
}) {
  const className = props.danger ? 'row-action row-action-danger' : 'row-action';
  const icon = <Icon name={props.icon} />;
  return (
    <Tip title={props.hint} placement="top">
      {props.to === undefined ? (
        <button
          type="button"
          className={className}
          aria-label={props.label}
          onClick={props.onClick}
          disabled={props.disabled}
        >
          {icon}
        </button>
      ) : (
        <Link className={className} to={props.to} aria-label={props.label} preventScrollReset>
          {icon}
        </Link>
      )}
    </Tip>
  );
}
