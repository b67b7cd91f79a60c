import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../components/logo.tsx';
import { SampleChat } from './sample-chat.tsx';
import './auth-layout.css';

/** The frame of the sign-in pages: the form at the left and, on wide screens, a sample conversation at the right. */
export function AuthLayout(props: { title: string; intro?: ReactNode; children?: ReactNode; foot?: ReactNode }) {
  return (
    <div className="auth">
      <Flex vertical className="auth-side">
        <header>
          <Link to="/" className="auth-logo">
            <Wordmark size={30} />
          </Link>
        </header>
        <main className="auth-main">
          <h1>{props.title}</h1>
          {props.intro && <p className="auth-intro">{props.intro}</p>}
          {props.children}
        </main>
        {props.foot && <footer className="auth-foot">{props.foot}</footer>}
      </Flex>
      <SampleChat />
    </div>
  );
}
