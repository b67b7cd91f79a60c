import { Button, Divider, Flex } from 'antd';
import { Link } from 'react-router';
import messages from '../../../../../locales/pt-BR/legal.json';
import { Wordmark } from '../../../components/logo.tsx';
import '../../../layout/auth-layout.css';

interface LegalText {
  title: string;
  intro: string;
  sections: readonly { title: string; text: readonly string[] }[];
}

function toTop(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}

export function LegalPage({ text }: { text: LegalText }) {
  return (
    <div className="legal">
      <Flex component="header" align="center" justify="space-between">
        <Link to="/" className="auth-logo">
          <Wordmark size={26} />
        </Link>
        <Link to="/" className="auth-link">
          {messages.back}
        </Link>
      </Flex>
      <main>
        <h1>{text.title}</h1>
        <p className="auth-intro">{text.intro}</p>
        <p className="small-text">{messages.updated}</p>
        {text.sections.map(({ title, text: lines }) => (
          <section key={title}>
            <h2>{title}</h2>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </main>
      <Divider />
      <Flex component="footer" wrap align="center" justify="space-between" gap="12px 24px" className="small-text">
        <span>{messages.rights.replace('{{year}}', String(new Date().getFullYear()))}</span>
        <Flex component="nav" gap="middle">
          <Link to="/terms" className="auth-link">
            {messages.terms}
          </Link>
          <Link to="/privacy" className="auth-link">
            {messages.privacy}
          </Link>
        </Flex>
        <Button onClick={toTop}>{messages.top}</Button>
      </Flex>
    </div>
  );
}
