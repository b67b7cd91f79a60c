import { Link } from 'react-router';
import words from '../../../../../locales/pt-BR/legal.json';
import { Wordmark } from '../../../components/logo.tsx';
import '../../../layout/auth-layout.css';
import './legal-page.css';

/** The content of a legal page. */
interface LegalText {
  title: string;
  intro: string;
  sections: readonly { title: string; text: readonly string[] }[];
}

function toTop(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}

/** Shows a legal text, with a link to the start page above it and a link to the top below it. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <div className="legal">
      <header className="legal-head">
        <Link to="/" className="auth-logo">
          <Wordmark size={26} />
        </Link>
        <Link to="/" className="auth-link">
          {words.back}
        </Link>
      </header>
      <main className="legal-main">
        <h1>{text.title}</h1>
        <p className="auth-intro">{text.intro}</p>
        <p className="legal-date">{words.updated}</p>
        {text.sections.map(({ title, text: lines }) => (
          <section key={title}>
            <h2>{title}</h2>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </main>
      <footer className="legal-foot">
        <span>{words.rights.replace('{{year}}', String(new Date().getFullYear()))}</span>
        <nav>
          <Link to="/terms" className="auth-link">
            {words.terms}
          </Link>
          <Link to="/privacy" className="auth-link">
            {words.privacy}
          </Link>
        </nav>
        <button type="button" className="legal-top" onClick={toTop}>
          {words.top}
        </button>
      </footer>
    </div>
  );
}
