import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { contexts as declaration } from '../../../../resources/contexts.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { ChoiceSelect } from '../../resource/choice-select.tsx';
import { contextOptions } from '../../resource/field-input.tsx';
import { FormDialog } from '../../resource/form-dialog.tsx';
import { useCurrentContext } from '../../session/current-context.tsx';
import { isWithin } from './context-tree.ts';
import { useContextsChanged } from './use-all-contexts.ts';

/** Creates a context (`?parent=` puts it inside another) or renames and moves one. */
export function ContextForm() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const changed = useContextsChanged();
  return (
    <FormDialog
      resource={declaration as unknown as Resource}
      inputs={{ parentId: <ParentSelect of={id} /> }}
      start={{ parentId: query.get('parent') }}
      onSaved={() => void changed()}
    />
  );
}

/** The contexts that may be the parent: not the context itself, nor one inside it. */
function ParentSelect(props: {
  of?: string;
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
}) {
  const { t } = useTranslation();
  const { contexts } = useCurrentContext();
  return (
    <ChoiceSelect
      id={props.id}
      value={props.value}
      onChange={props.onChange}
      clearable
      placeholder={t('contexts.placeholders.parentId')}
      options={contextOptions(contexts, (context) => props.of !== undefined && isWithin(context, props.of))}
    />
  );
}
