import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

type Props = Omit<ButtonProps, 'href' | 'onClick' | 'target'> & {
  to: string;
  /** Runs when the link is clicked, before the address changes. */
  onNavigate?: () => void;
};

/** A router link that looks like a button. It can be opened in another tab like any link. */
export function ButtonLink({ to, onNavigate, ...buttonProps }: Props) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLElement>(to);
  return (
    <Button
      {...buttonProps}
      href={href}
      onClick={(event) => {
        onNavigate?.();
        follow(event as Parameters<typeof follow>[0]);
      }}
    />
  );
}
