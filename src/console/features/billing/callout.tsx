import { Alert, Flex } from 'antd';
import type { ReactNode } from 'react';

/** The most important message of a screen, with the actions that the user can take. */
export function Callout(props: {
  type: 'error' | 'warning' | 'info' | 'success';
  title: string;
  text: string;
  /** More paragraphs. */
  children?: ReactNode;
  actions?: ReactNode;
  onClose?: () => void;
}) {
  const { type, title, text, children, actions, onClose } = props;
  return (
    <Alert
      className="callout page-part"
      type={type}
      role={type === 'error' ? 'alert' : 'status'}
      showIcon
      closable={onClose !== undefined}
      onClose={onClose}
      message={<h2>{title}</h2>}
      description={
        <>
          <p>{text}</p>
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
