import type { BaseRecord } from '@refinedev/core';
import { Button, type ButtonProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { type Right, useRight } from '../providers/use-allowed.ts';
import { type CallOptions, useCall } from './use-call.ts';

interface CallButtonProps<Answer> extends Omit<ButtonProps, 'onClick' | 'loading'> {
  call: CallOptions<Answer>;
  /** What the call changes, as for useCall. */
  changes?: readonly string[];
  /** Only those with this right see it. */
  allowedBy?: Right;
}

/** A button that sends one call. */
export function CallButton<Answer extends BaseRecord>(props: CallButtonProps<Answer>) {
  const { call, changes = [], allowedBy, ...button } = props;
  const isAllowed = useRight(allowedBy);
  const { call: send, isBusy } = useCall<Answer>(...changes);
  if (!isAllowed) return null;
  return <Button {...button} loading={isBusy} onClick={() => send(call)} />;
}

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  dialog: (close: () => void) => ReactNode;
  startsOpen?: boolean;
  /** Only those with this right see it. */
  allowedBy?: Right;
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, startsOpen = false, allowedBy, ...button }: DialogButtonProps) {
  const isAllowed = useRight(allowedBy);
  const [isOpen, setOpen] = useState(startsOpen);
  if (!isAllowed) return null;
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
