import { useQuery } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useEffect, useMemo } from 'react';
import { Link, useParams } from 'react-router';
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

const HEADERS = { 'Accept-Language': 'pt-BR' };
const EXPIRED = [404, 410, 422];

/** Loads the demo of a link and the widget's appearance, without a session. Returns null if the link has expired. */
async function openDemo(id: string, signal: AbortSignal): Promise<Demo | null> {
  const opened = await fetch(`/api/demo-links/${encodeURIComponent(id)}`, { headers: HEADERS, signal });
  if (EXPIRED.includes(opened.status)) return null;
  if (!opened.ok) throw new Error(`The demo answers ${opened.status}`);
  const link = (await opened.json()) as OpenedDemo;
  const shown = await fetch(`/api/widgets/${link.contextId}`, { headers: HEADERS, signal });
  if (!shown.ok) throw new Error(`The widget answers ${shown.status}`);
  const { appearance, message } = (await shown.json()) as Pick<Demo, 'appearance' | 'message'>;
  return { ...link, id, appearance, message };
}

/** The chat of a demo link, in the same panel that visitors get. */
export function DemoPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['demo', id],
    queryFn: ({ signal }) => openDemo(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (query.isPending) return <Splash />;
  if (query.data) return <Demo demo={query.data} />;
  const text = messages[query.isError ? 'failed' : 'expired'];
  return (
    <NoticePage title={text.title} text={text.text} drawing="clock">
      {query.isError && (
        <Button type="primary" size="large" loading={query.isFetching} onClick={() => void query.refetch()}>
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
  const options = useMemo(() => {
    const { contextId, appearance, message, id } = demo;
    return { contextId, appearance, message, demo: id };
  }, [demo]);
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
        <WidgetPanel className="demo-panel" options={options} />
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
