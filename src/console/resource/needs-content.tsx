import { type HttpError, useList } from '@refinedev/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SessionContext } from '../../shared/session.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Icon } from '../components/icon.tsx';
import { Modal } from '../components/modal.tsx';
import { NeedsContext } from '../components/needs-context.tsx';
import { EmptyState, Loaded } from '../components/states.tsx';
import { useDialogTurn } from '../components/use-dialog-turn.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import type { Row } from './use-list-table.ts';

/** Queries the content of a context and its ancestors, since answers use both. One row is enough to know. */
function useFirstContent(contextId: string) {
  const { query } = useList<Row, HttpError>({
    resource: 'contents',
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [
      { field: 'contextId', operator: 'eq', value: contextId },
      { field: 'parents', operator: 'eq', value: 'true' },
    ],
  });
  return query;
}

interface NeedsContentProps {
  children: (context: SessionContext) => ReactNode;
  /** Shown while the contents load. */
  waiting?: ReactNode;
}

/** Renders its children for the current context if it has content. Otherwise it shows how to add some. */
export function NeedsContent(props: NeedsContentProps) {
  return <NeedsContext waiting={props.waiting}>{(context) => <Probe {...props} context={context} />}</NeedsContext>;
}

function Probe({ context, children, waiting }: NeedsContentProps & { context: SessionContext }) {
  return (
    <Loaded query={useFirstContent(context.id)} waiting={waiting}>
      {({ total }) => (total > 0 ? children(context) : <ContentRequired key={context.id} context={context} />)}
    </Loaded>
  );
}

const UPLOAD = '/knowledge-base/content/upload?tab=link';

/** Explains that content is needed first, in a dialog and on the page behind it. */
function ContentRequired({ context }: { context: SessionContext }) {
  const navigate = useNavigate();
  const canAdd = useAllowed('contents', 'create');
  const [isWanted, setWanted] = useState(true);
  const isOpen = useDialogTurn(isWanted);
  const title = t('resource.contentRequired.title');
  const text = t(`resource.contentRequired.${canAdd ? 'text' : 'others'}`, { context: context.name });
  const action = t('resource.contentRequired.action');
  return (
    <>
      <EmptyState
        title={title}
        text={text}
        action={
          canAdd && (
            <ButtonLink to={UPLOAD} type="primary" icon={<Icon name="add" />}>
              {action}
            </ButtonLink>
          )
        }
      />
      <Modal
        open={isOpen}
        title={title}
        onCancel={() => setWanted(false)}
        okText={action}
        onOk={canAdd ? () => void navigate(UPLOAD) : undefined}
      >
        <p>{text}</p>
      </Modal>
    </>
  );
}
