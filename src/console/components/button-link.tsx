import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

type Props = Omit<ButtonProps, 'href' | 'onClick' | 'target'> & { to: string };

/** A link that looks like a button: opens in another tab like any link, and moves within the console like any other. */
export function ButtonLink({ to, ...look }: Props) {
  const href = useHref(to);
  const onClick = useLinkClickHandler<HTMLElement>(to);
  return <Button {...look} href={href} onClick={onClick} />;
}
