import { Card } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Mounted } from '../../../../widget/panel.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { type WidgetOptions, WidgetPanel } from '../../../components/widget-panel.tsx';
import { callHeaders } from '../../../http/headers.ts';
import { t } from '../../../providers/i18n.ts';
import { NeedsContent } from '../../../resource/needs-content.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useWidget, type Widget } from '../use-widget.ts';
import { HelpPart, useDemoLinks } from './demo-links.tsx';
import { PreviewHelp, QuestionsWaiting, useSuggested } from './preview-help.tsx';
import '../chat.css';

/** The latest answer: its ids, and whether it is based on the contents. */
export interface LastAnswer {
  conversationId: string;
  messageId: string;
  grounded: boolean;
}

/** Lets the team try the assistant in the same panel that visitors see. */
export function ChatPreviewPage() {
  const { current } = useCurrentContext();
  // These requests run in parallel with the check for content, instead of after it.
  const query = useWidget(current?.id);
  useDemoLinks(current?.id);
  useSuggested(current?.id);
  return (
    <PageFrame title={t('chat-preview.title')} intro={t('chat-preview.intro')}>
      <NeedsContent waiting={<Waiting />}>
        {({ id }) => (
          <Loaded query={query} waiting={<Waiting />}>
            {({ data }) => <Preview key={id} contextId={id} widget={data} />}
          </Loaded>
        )}
      </NeedsContent>
    </PageFrame>
  );
}

/** The shape of the page while it loads: the panel's header, welcome message and input, and the questions. */
function Waiting() {
  return (
    <div className="split">
      <div className="preview-stage dotted">
        <Card className="preview-panel" aria-busy>
          <Skeleton title rows={6} />
        </Card>
      </div>
      <aside>
        <HelpPart title={t('chat-preview.try')}>
          <QuestionsWaiting />
        </HelpPart>
      </aside>
    </div>
  );
}

type Panel = Pick<Mounted, 'ask'>;

/** The panel that visitors see, with the column beside it. */
function Preview({ contextId, widget }: { contextId: string; widget: Widget }) {
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
  const { appearance, message, talk, topics, hasContact } = widget;
  const options = useMemo<WidgetOptions>(
    () => ({
      contextId,
      appearance,
      ...{ message, talk, topics, hasContact },
      headers: sessionHeaders,
      on: ({ event, detail }) => event === 'answer' && setLast(detail),
    }),
    [contextId, appearance, message, talk, topics, hasContact],
  );
  return (
    <div className="split">
      <div className="preview-stage dotted">
        <WidgetPanel className="preview-panel" options={options} onMount={onMount} />
      </div>
      <PreviewHelp contextId={contextId} last={last} offered={appearance.suggestions} ask={ask} />
    </div>
  );
}

/**
 * Returns the session's headers, with which the server stores the conversation as a preview. Leaves out `Accept`: the
 * panel asks for an event stream, not JSON.
 */
function sessionHeaders(): Record<string, string> {
  const { Accept: _, ...headers } = callHeaders();
  return headers;
}
