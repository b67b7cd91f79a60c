import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { GuideButton } from '../layout/help/guide-button.tsx';
import { Icon } from './icon.tsx';
import './page-frame.css';
import './parts.css';

/**
 * What every screen begins with: its title, one sentence of what it is for and, at the right, its one primary action.
 * `wide` lets a table take the whole width; else the content keeps to 1,200 px.
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
      <header className="page-head">
        <div className="page-naming">
          <div className="page-title">
            <h1>{props.title}</h1>
            <GuideButton />
          </div>
          {props.intro && <div className="page-intro">{props.intro}</div>}
        </div>
        {props.action && <div className="page-action">{props.action}</div>}
      </header>
      {props.children}
    </div>
  );
}
