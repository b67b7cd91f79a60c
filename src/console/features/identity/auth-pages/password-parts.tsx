import { Flex } from 'antd';
import { useEffect, useState } from 'react';
import { passwordParts as messages } from '../../../../../locales/pt-BR/console.json';
import type { PasswordPart } from '../../../../shared/rules.ts';
import '../../../components/form.css';

type Parts = Record<PasswordPart, (password: string) => boolean>;

/** Lists the requirements for a password and marks those that are met. The rules load when the user starts to type. */
export function PasswordParts({ password }: { password: string }) {
  const [parts, setParts] = useState<Parts>();
  const hasBegun = password !== '';
  useEffect(() => {
    if (hasBegun) void import('../../../../shared/rules.ts').then(({ PASSWORD_PARTS }) => setParts(PASSWORD_PARTS));
  }, [hasBegun]);
  return (
    <Flex component="ul" wrap gap="4px 14px" className="password-parts">
      {(Object.keys(messages.each) as PasswordPart[]).map((part) => {
        const isMet = hasBegun && parts?.[part](password) === true;
        return (
          <li key={part} data-met={isMet}>
            <svg
              aria-hidden
              width="14"
              height="14"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
            >
              <path d={isMet ? 'm5 12.5 4.5 4.5L19 7.5' : 'M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z'} />
            </svg>
            {messages.each[part]}
            <span className="unseen">{isMet ? messages.met : messages.unmet}</span>
          </li>
        );
      })}
    </Flex>
  );
}
