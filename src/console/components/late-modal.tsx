import type { ModalProps } from 'antd';
import { lazy, Suspense, useState } from 'react';

const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }));

/** The Modal for dialogs of pages that people open first. Its code is loaded when it first opens. */
export function LateModal(props: ModalProps) {
  const [isWanted, setWanted] = useState(false);
  if (props.open && !isWanted) setWanted(true);
  return (
    isWanted && (
      <Suspense>
        <Modal {...props} />
      </Suspense>
    )
  );
}
