import { useHref, useNavigate } from 'react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'href' | 'onClick'> & { to: string };

/** A link that looks like a button: opens in another tab like any link, and moves within the console like any other. */
export function ButtonLink({ to, ...look }: Props) {
  const href = useHref(to);
  const navigate = useNavigate();
  const go = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(to);
  };
  return <Button {...look} href={href} onClick={go} />;
}
