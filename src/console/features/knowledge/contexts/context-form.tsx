import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { contexts } from '../../../../../resources/contexts.ts';
import { ChoiceSelect, contextOptions } from '../../../components/choice-select.tsx';
import { t } from '../../../providers/i18n.ts';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import type { FormValues } from '../../../resource/form-values.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { type ContextMove, MoveQuestion } from './context-dialogs.tsx';
import { isWithin, treeOf } from './context-tree.ts';
import { useAllContexts, useContextsChanged } from './use-all-contexts.ts';

/** Creates a context (`?parent=` puts it inside another) or renames and moves one. */
export function ContextForm() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const changed = useContextsChanged();
  const { question, canGo } = useMoveQuestion(id);
  return (
    <>
      <FormDialog
        resource={contexts}
        inputs={{ parentId: <ParentSelect of={id} /> }}
        start={{ parentId: query.get('parent') }}
        canGo={id === undefined ? undefined : canGo}
        onSaved={() => void changed()}
      />
      {question}
    </>
  );
}

/**
 * Asks for confirmation when the form changes a context's parent, with the dialog that the diagram uses. The promise of
 * `canGo` resolves when the user has decided; immediately if the parent stays.
 */
function useMoveQuestion(id: string | undefined) {
  const { data: contexts } = useAllContexts();
  const [pendingMove, setPendingMove] = useState<{ move: ContextMove; answer: (canGo: boolean) => void }>();
  const canGo = (values: FormValues): Promise<boolean> => {
    const tree = treeOf(contexts?.data ?? []);
    const context = tree.find((branch) => branch.id === id);
    const parentId = (values.parentId as string | null | undefined) ?? null;
    if (!context || (context.parentId ?? null) === parentId) return Promise.resolve(true);
    const into = tree.find((branch) => branch.id === parentId) ?? null;
    return new Promise((answer) => setPendingMove({ move: { context, into }, answer }));
  };
  const close = (isYes: boolean) => {
    pendingMove?.answer(isYes);
    setPendingMove(undefined);
  };
  const question = <MoveQuestion move={pendingMove?.move} onGo={() => close(true)} onClose={() => close(false)} />;
  return { question, canGo };
}

/** Selects the parent of a context. The context itself and those inside it cannot be chosen. */
function ParentSelect(props: {
  of?: string;
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
}) {
  const { contexts } = useCurrentContext();
  return (
    <ChoiceSelect
      id={props.id}
      value={props.value}
      onChange={props.onChange}
      allowClear
      placeholder={t('contexts.placeholders.parentId')}
      options={contextOptions(contexts, (context) => props.of !== undefined && isWithin(context, props.of))}
    />
  );
}
