import { type HttpError, useCustom } from '@refinedev/core';
import { Card } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetAppearance } from '../../../../shared/appearance.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import type { MessageTerms } from '../../../../shared/visitor-messages.ts';
import type { Mounted } from '../../../../widget/panel.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { type WidgetOptions, WidgetPanel } from '../../../components/widget-panel.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { callHeaders } from '../../../http/headers.ts';
import { NeedsContent } from '../../../resource/needs-content.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useDemoLinks } from './demo-links.tsx';
import { HelpPart } from './help-part.tsx';
import { PreviewHelp, QuestionsWaiting, useSuggested } from './preview-help.tsx';
import '../chat.css';

/** The latest answer: its ids, and whether it is based on the contents. */
export interface LastAnswer {
  conversationId: string;
  messageId: string;
  grounded: boolean;
}

interface Widget {
  appearance: WidgetAppearance;
  message: MessageTerms | null;
}

/** Returns the query of a context's widget; it waits for the id. */
const useWidget = (contextId: string | undefined) =>
  useCustom<Widget, HttpError>({
    url: `/widgets/${contextId}`,
    method: 'get',
    queryOptions: { queryKey: ['widget', contextId], enabled: contextId !== undefined, staleTime: SHARED_STALE_MS },
  }).query;

/** Lets the team try the assistant in the same panel that visitors see. */
export function ChatPreviewPage() {
  const { t } = useTranslation();
  const { current } = useCurrentContext();
  // These requests run in parallel with the check for content, instead of after it.
  useWidget(current?.id);
  useDemoLinks(current?.id);
  useSuggested(current?.id);
  return (
    <PageFrame title={t('chat-preview.title')} intro={t('chat-preview.intro')}>
      <NeedsContent waiting={<Waiting />}>{(context) => <Preview key={context.id} context={context} />}</NeedsContent>
    </PageFrame>
  );
}

/** The shape of the panel while it loads: header, welcome message and input. */
const PanelWaiting = () => (
  <Card className="preview-panel" aria-busy>
    <Skeleton title rows={6} />
  </Card>
);

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className="split">
      <div className="preview-stage dotted">
        <PanelWaiting />
      </div>
      <aside>
        <HelpPart title={t('chat-preview.try')}>
          <QuestionsWaiting />
        </HelpPart>
      </aside>
    </div>
  );
}

function Preview({ context }: { context: SessionContext }) {
  const [last, setLast] = useState<LastAnswer>();
  const panel = useRef<Panel>(undefined);
  // A question clicked before the panel is mounted waits here until the mount.
  const early = useRef<string>(undefined);
  const onMount = useCallback((mounted: Panel | undefined) => {
    panel.current = mounted;
    if (mounted && early.current) mounted.ask(early.current);
    early.current = undefined;
  }, []);
  const ask = (question: string) => {
    if (panel.current) panel.current.ask(question);
    else early.current = question;
  };
  const query = useWidget(context.id);
  if (query.isError) {
    return <LoadError query={query} />;
  }
  return (
    <div className="split">
      <div className="preview-stage dotted">
        {query.data ? (
          <PanelHost contextId={context.id} widget={query.data.data} onMount={onMount} onAnswer={setLast} />
        ) : (
          <PanelWaiting />
        )}
      </div>
      <PreviewHelp contextId={context.id} last={last} ask={ask} />
    </div>
  );
}

type Panel = Pick<Mounted, 'ask'>;

/** The panel that visitors see. */
function PanelHost(props: {
  contextId: string;
  widget: Widget;
  onMount: (panel: Panel | undefined) => void;
  onAnswer: (last: LastAnswer) => void;
}) {
  const { contextId, widget, onMount, onAnswer } = props;
  const options = useMemo<WidgetOptions>(
    () => ({
      contextId,
      appearance: widget.appearance,
      message: widget.message,
      headers: sessionHeaders,
      on: ({ event, detail }) => event === 'answer' && onAnswer(detail),
    }),
    [contextId, widget, onAnswer],
  );
  return <WidgetPanel className="preview-panel" options={options} onMount={onMount} />;
}

/**
 * Returns the session's headers, with which the server stores the conversation as a preview. Leaves out `Accept`: the
 * panel asks for an event stream, not JSON.
 */
function sessionHeaders(): Record<string, string> {
  const { Accept: _, ...headers } = callHeaders();
  return headers;
}
