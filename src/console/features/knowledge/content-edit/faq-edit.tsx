import type { Content } from '../../../components/content-kinds.ts';
import { FaqFields } from '../../../components/faq-fields.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { PhrasingsField } from '../phrasings-field.tsx';
import { EditForm, SwitchField } from './edit-form.tsx';

/** Edits a question and its answer. */
export function FaqEdit({ content, done }: { content: Content; done: () => void }) {
  const canEdit = useAllowed('contents', 'edit');
  return (
    <EditForm content={content} done={done}>
      <FaqFields />
      <PhrasingsField isReadOnly={!canEdit} />
      <SwitchField name="enabled" />
    </EditForm>
  );
}
