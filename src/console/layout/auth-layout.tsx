import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../components/logo.tsx';
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

/** A decorative sample conversation, hidden from screen readers. */
function SampleChat() {
  return (
    <Flex component="aside" vertical justify="space-between" gap={32} className="sample-chat" aria-hidden>
      <div className="sample-log">
        <p className="sample-user">Qual é o prazo para trocar?</p>
        <Flex align="flex-end" gap={10} className="sample-bot">
          <ChatFace />
          <div>
            <p>Você tem até 30 dias depois da entrega, com a nota fiscal.</p>
            <ChatSource name="Trocas e devoluções" />
          </div>
        </Flex>
        <p className="sample-user">Vocês entregam aos domingos?</p>
        <Flex align="flex-end" gap={10} className="sample-bot">
          <ChatFace />
          <div>
            <p>
              Entregamos, sim. Aos domingos, das <b>8h às 12h</b>, em toda a região central. O pedido precisa ser feito
              até sábado às 18h.
            </p>
            <ChatSource name="Entregas e prazos, página 2" />
          </div>
        </Flex>
        <p className="sample-user">E se eu não estiver em casa?</p>
        <Flex align="flex-end" gap={10} className="sample-bot">
          <ChatFace />
          <Flex gap={5} className="sample-typing">
            <i />
            <i />
            <i />
          </Flex>
        </Flex>
      </div>
      <p className="sample-line">O que a sua empresa sabe, em conversa.</p>
    </Flex>
  );
}

function ChatFace() {
  return (
    <svg className="sample-face" width="28" height="28" viewBox="0 0 32 32">
      <path d="M10.4 17.4c1.9-3.6 4.1-3.6 5.6-1s4.2 2.5 11.5-5.9" />
      <path d="M22.6 6.9A12.6 12.6 0 0 0 16.4 5.2C9.6 5.2 4 9.9 4 15.7c0 2.5 1 4.7 2.7 6.5L5.4 26.8l5-1.5c1.8.7 3.8 1.1 6 1.1 6.4 0 11.6-4.1 12.3-9.5" />
    </svg>
  );
}

function ChatSource({ name }: { name: string }) {
  return (
    <span className="sample-source">
      <svg width="14" height="14" viewBox="0 0 24 24">
        <path d="M14 3v5h5M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z" />
      </svg>
      {name}
    </span>
  );
}
