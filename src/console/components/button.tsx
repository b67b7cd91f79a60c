import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import './button.css';

interface Look {
  /** `primary` is the one thing to do here; `text` and `link` are quieter than a frame. */
  type?: 'primary' | 'default' | 'text' | 'link';
  size?: 'small' | 'middle' | 'large';
  danger?: boolean;
  block?: boolean;
  icon?: ReactNode;
  /** It works: its icon turns, and it cannot be pressed. It keeps the focus, unlike a disabled one. */
  loading?: boolean;
}

type OfButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>;
type OfLink = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel' | 'download'>;

export interface ButtonProps extends Look, OfButton, OfLink {
  htmlType?: 'button' | 'submit' | 'reset';
  ref?: React.Ref<HTMLButtonElement>;
}

function classesOf({ type = 'default', size = 'middle', danger, block, loading, icon }: Look, children: ReactNode) {
  const hasWords = children !== undefined && children !== null && children !== false && children !== '';
  return [
    ...['button', `button-${type}`],
    size !== 'middle' && `button-${size}`,
    danger && 'button-danger',
    block && 'button-block',
    loading && 'button-busy',
    !hasWords && (icon || loading) && 'button-bare',
  ].filter(Boolean);
}

/**
 * A button, or a link that looks like one when it has an `href`. It is told as antd's is, and is not antd's: every list has
 * a dozen of them before its first row is read, and one of antd's brings the whole of its styles.
 */
export function Button(props: ButtonProps) {
  const { type: _type, size: _size, danger: _danger, block: _block, icon, loading, htmlType, ...rest } = props;
  const { href, target, rel, download, className, children, onClick, ref, ...others } = rest;
  const classes = [...classesOf(props, children), className].filter(Boolean).join(' ');
  const inside = (
    <>
      {loading ? <span className="button-turning" aria-hidden /> : icon}
      {children}
    </>
  );
  if (href !== undefined) {
    const link = { href, target, rel, download, className: classes, onClick };
    return <a {...(others as AnchorHTMLAttributes<HTMLAnchorElement>)} {...(link as object)} children={inside} />;
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...others}
      ref={ref}
      type={htmlType ?? 'button'}
      className={classes}
      onClick={press}
      aria-busy={loading || undefined}
    >
      {inside}
    </button>
  );
}
