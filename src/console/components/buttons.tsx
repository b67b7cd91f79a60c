import type { BaseRecord } from '@refinedev/core';
import { Button, type ButtonProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { type CallOptions, useCall } from './use-call.ts';

interface CallButtonProps<Answer> extends Omit<ButtonProps, 'onClick' | 'loading'> {
  call: CallOptions<Answer>;
  /** What the call changes, as for useCall. */
  changes?: readonly string[];
}

/** A button that sends one call. */
export function CallButton<Answer extends BaseRecord>({ call, changes = [], ...button }: CallButtonProps<Answer>) {
  const { call: send, isBusy } = useCall<Answer>(...changes);
  return <Button {...button} loading={isBusy} onClick={() => send(call)} />;
}

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  dialog: (close: () => void) => ReactNode;
  startsOpen?: boolean;
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, startsOpen = false, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
