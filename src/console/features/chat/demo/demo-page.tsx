import { Button, Flex } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import messages from '../../../../../locales/pt-BR/demo.json';
import type { WidgetAppearance } from '../../../../shared/appearance.ts';
import type { OpenedDemo } from '../../../../shared/appearance-editing.ts';
import type { MessageTerms } from '../../../../shared/visitor-messages.ts';
import { Splash, Wordmark } from '../../../components/logo.tsx';
import { WidgetPanel } from '../../../components/widget-panel.tsx';
import { NoticePage } from '../../../layout/notice-page.tsx';
import '../chat.css';

interface Demo extends OpenedDemo {
  id: string;
  appearance: WidgetAppearance;
  message: MessageTerms | null;
}
type DemoState = { kind: 'opening' | 'expired' | 'failed' } | { kind: 'open'; demo: Demo };

const HEADERS = { 'Accept-Language': 'pt-BR' };
const EXPIRED = [404, 410, 422];

/** Loads the demo of a link and the widget's appearance, without a session. */
async function openDemo(id: string, signal: AbortSignal): Promise<DemoState> {
  const opened = await fetch(`/api/demo-links/${encodeURIComponent(id)}`, { headers: HEADERS, signal });
  if (EXPIRED.includes(opened.status)) return { kind: 'expired' };
  if (!opened.ok) return { kind: 'failed' };
  const link = (await opened.json()) as OpenedDemo;
  const shown = await fetch(`/api/widgets/${link.contextId}`, { headers: HEADERS, signal });
  if (!shown.ok) return { kind: 'failed' };
  const { appearance, message } = (await shown.json()) as Pick<Demo, 'appearance' | 'message'>;
  return { kind: 'open', demo: { ...link, id, appearance, message } };
}

function useDemo(): { state: DemoState; again: () => void } {
  const [state, setState] = useState<DemoState>({ kind: 'opening' });
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    const id = window.location.pathname.split('/')[2] ?? '';
    openDemo(decodeURIComponent(id), ending.signal).then(setState, () => {
      if (!ending.signal.aborted) setState({ kind: 'failed' });
    });
    return () => ending.abort();
  }, [attempts]);
  return { state, again: () => setAttempts((now) => now + 1) };
}

/** The chat of a demo link, in the same panel that visitors get. */
export function DemoPage() {
  const { state, again } = useDemo();
  if (state.kind === 'opening') return <Splash />;
  if (state.kind === 'open') return <Demo demo={state.demo} />;
  const text = messages[state.kind];
  return (
    <NoticePage title={text.title} text={text.text} drawing="clock">
      {state.kind === 'failed' && (
        <Button type="primary" size="large" onClick={again}>
          {messages.failed.again}
        </Button>
      )}
      <Link to="/">{messages.home}</Link>
    </NoticePage>
  );
}

const day = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' });

function Demo({ demo }: { demo: Demo }) {
  const company = demo.companyName || demo.appearance.botName;
  useEffect(() => {
    document.title = messages.title.replace('{{company}}', company);
  }, [company]);
  return (
    <div className="demo dotted">
      <header>
        <h1>{messages.title.replace('{{company}}', company)}</h1>
        <p className="small-text">{messages.text.replace('{{until}}', day.format(new Date(demo.expiresAt)))}</p>
      </header>
      <main>
        <Panel demo={demo} />
      </main>
      <Flex component="footer" align="center" justify="center" gap="small" className="small-text">
        {messages.made}
        <Link to="/">
          <Wordmark size={18} />
        </Link>
      </Flex>
    </div>
  );
}

function Panel({ demo }: { demo: Demo }) {
  const options = useMemo(() => {
    const { contextId, appearance, message, id } = demo;
    return { contextId, appearance, message, demo: id };
  }, [demo]);
  return <WidgetPanel className="demo-panel" options={options} />;
}
