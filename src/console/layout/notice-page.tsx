import { Flex, Result } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Drawing, type DrawingName } from '../components/drawings.tsx';
import { Wordmark } from '../components/logo.tsx';
import '../components/components.css';
import './auth-layout.css';

/** A page with a single message and what to do next. */
export function NoticePage(props: { title: string; text: string; drawing: DrawingName; children: ReactNode }) {
  return (
    <Flex vertical className="notice-page">
      <header>
        <Link to="/" className="auth-logo">
          <Wordmark size={30} />
        </Link>
      </header>
      <main>
        <Result
          style={{ padding: 0 }}
          icon={<Drawing name={props.drawing} />}
          title={<h1>{props.title}</h1>}
          subTitle={props.text}
          extra={props.children}
        />
      </main>
    </Flex>
  );
}
