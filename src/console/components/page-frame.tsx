import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../providers/i18n.ts';
import { openGuide } from '../state/help-store.ts';
import { Icon } from './icon.tsx';
import './components.css';

/**
 * The frame of every screen: its title, one sentence about its purpose and, at the right, its primary action. The
 * content is at most 1,200 px wide, or wider with `wide`, which is meant for tables.
 */
export function PageFrame(props: {
  title: ReactNode;
  intro?: ReactNode;
  action?: ReactNode;
  back?: { to: string; label: string };
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={props.wide ? 'page page-wide' : 'page'}>
      {props.back && (
        <Link className="page-back" to={props.back.to}>
          <Icon name="back" size={14} /> {props.back.label}
        </Link>
      )}
      <Flex component="header" align="flex-start" gap="16px 24px" className="page-head">
        <div className="fill page-naming">
          <Flex align="flex-start" gap="small">
            <h1>{props.title}</h1>
            <GuideButton />
          </Flex>
          {props.intro && <div className="page-intro">{props.intro}</div>}
        </div>
        {props.action && (
          <Flex gap="small" flex="none" className="page-action">
            {props.action}
          </Flex>
        )}
      </Flex>
      {props.children}
    </div>
  );
}

/** The “?” beside a screen's title. Opens the guide. */
function GuideButton() {
  const label = t('layout.guide');
  return (
    <Button
      className="guide-button"
      shape="circle"
      size="small"
      ghost
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={openGuide}
    >
      ?
    </Button>
  );
}
