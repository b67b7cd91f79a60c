import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../components/logo.tsx';
import './auth-layout.css';
import { SampleChat } from './sample-chat.tsx';

/** The page before the sign-in: the form at the left, a talk at the right where there is room for it. */
export function AuthLayout(props: { title: string; intro?: ReactNode; children?: ReactNode; foot?: ReactNode }) {
  return (
    <div className="door">
      <div className="door-side">
        <header className="door-head">
          <Link to="/" className="door-logo">
            <Wordmark size={30} />
          </Link>
        </header>
        <main className="door-main">
          <h1>{props.title}</h1>
          {props.intro && <p className="door-intro">{props.intro}</p>}
          {props.children}
        </main>
        {props.foot && <footer className="door-foot">{props.foot}</footer>}
      </div>
      <SampleChat />
    </div>
  );
}
