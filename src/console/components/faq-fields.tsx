import { Form, Input } from 'antd';
import { faqBody } from '../../shared/rules.ts';
import { t } from '../providers/i18n.ts';
import { FormField } from './form-field.tsx';

export interface Faq {
  question: string;
  answer: string;
}

const NAMES = ['question', 'answer'] as const;
const LONGEST = { question: 500, answer: 5_000 } as const;
const ROWS = { question: { minRows: 1, maxRows: 4 }, answer: { minRows: 6, maxRows: 18 } } as const;

/** The inputs for a question and its answer, with counters. `faqBody` validates them. */
export function FaqFields() {
  const { getFieldValue } = Form.useFormInstance<Faq>();
  // Where to begin to write: at the answer, if somebody else asked.
  const first = getFieldValue('question') && !getFieldValue('answer') ? 'answer' : 'question';
  return NAMES.map((name) => (
    <FormField
      key={name}
      name={name}
      label={t(`content-upload.faq.${name}`)}
      extra={t(`content-upload.faq.${name}Hint`)}
      schema={faqBody.shape[name]}
    >
      <Input.TextArea
        autoFocus={name === first}
        data-first={name === first || undefined}
        autoSize={ROWS[name]}
        count={{ show: true, max: LONGEST[name] }}
        placeholder={t(`content-upload.faq.${name}Placeholder`)}
      />
    </FormField>
  ));
}
