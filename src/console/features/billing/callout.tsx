import { Alert, Flex } from 'antd';
import type { ReactNode } from 'react';

/** What somebody has to know before anything else on the screen, with what they can do about it. */
export function Callout(props: {
  type: 'error' | 'warning' | 'info' | 'success';
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  onClose?: () => void;
}) {
  const { type, title, children, actions, onClose } = props;
  return (
    <Alert
      className="callout"
      type={type}
      role={type === 'error' ? 'alert' : 'status'}
      showIcon
      closable={onClose !== undefined}
      onClose={onClose}
      message={<h2>{title}</h2>}
      description={
        <>
          {children}
          {actions && (
            <Flex wrap gap="small" className="callout-actions">
              {actions}
            </Flex>
          )}
        </>
      }
    />
  );
}
