import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../components/logo.tsx';
import './auth-layout.css';

/**
 * A page that says one thing and shows the way on. `drawing` has two strokes on a 96 by 72 grid: the
 * quiet one for the ground, the other for what it is about.
 */
export function NoticePage(props: {
  title: string;
  text: string;
  drawing: readonly [ground: string, figure: string];
  children: ReactNode;
}) {
  return (
    <div className="door-notice">
      <header className="door-head">
        <Link to="/" className="door-logo">
          <Wordmark size={30} />
        </Link>
      </header>
      <main>
        <svg aria-hidden width="128" height="96" viewBox="0 0 96 72">
          <path className="door-ground" d={props.drawing[0]} />
          <path d={props.drawing[1]} />
        </svg>
        <h1>{props.title}</h1>
        <p>{props.text}</p>
        <div className="door-actions">{props.children}</div>
      </main>
    </div>
  );
}
