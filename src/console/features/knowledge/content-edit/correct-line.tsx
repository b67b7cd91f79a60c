import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { LINE_MAX, lineText, type UnderstoodLine } from '../../../../shared/records.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';

const valuesOf = ({ text, line }: UnderstoodLine) => ({ text: text ?? line });

/** A dialog that changes what the assistant says instead of a line. */
export function CorrectLine(props: { url: string; line: UnderstoodLine; onClose: () => void; onSaved: () => void }) {
  const { url, line, onClose, onSaved } = props;
  const { t } = useTranslation();
  const { formProps, isSaving, merge } = useFormCall<{ text: string }, UnderstoodLine>({
    url,
    method: 'put',
    initial: valuesOf(line),
    bodyOf: ({ text }) => ({ text }),
    successText: () => t('contents.records.saved'),
    merged: { row: line, valuesOf, texts: { labelOf: () => t('contents.records.field') } },
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <FormModal
      title={t('contents.records.correctTitle')}
      width={640}
      okText={t('contents.records.save')}
      onCancel={onClose}
      formProps={formProps}
      isSaving={isSaving}
      extra={merge.dialog}
    >
      <p className="cell-quiet text-lines">
        {t('contents.records.line')}: {line.line}
      </p>
      <FormField
        name="text"
        label={t('contents.records.field')}
        extra={t('contents.records.fieldHint')}
        schema={lineText}
      >
        <Input.TextArea data-first autoSize={{ minRows: 1, maxRows: 6 }} maxLength={LINE_MAX} />
      </FormField>
    </FormModal>
  );
}
