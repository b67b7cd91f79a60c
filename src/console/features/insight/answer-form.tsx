import { Col, Form, Row } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { ChoiceSelect } from '../../components/choice-select.tsx';
import { type Faq, FaqFields } from '../../components/faq-fields.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PhrasingsField } from '../../components/phrasings-field.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDraft } from '../../components/use-draft.tsx';
import { FORM_PROPS } from '../../components/use-form.ts';
import { t } from '../../providers/i18n.ts';
import { useCurrentContext } from '../../session/current-context.tsx';

export type AnswerValues = Faq & { contextId: string; phrasings?: string[] };

/** Dialog to write a question and its answer in one of several contexts. `start` is undefined while it loads. */
export function AnswerForm(props: {
  title: string;
  /** Names the form on this device, for what is typed and not saved. */
  draftName: string;
  start: AnswerValues | undefined;
  /** Replaces the values of all fields whenever it changes, for example with a draft by the model. */
  instead?: AnswerValues;
  contextIds: readonly string[];
  isBusy: boolean;
  onSave: (answer: AnswerValues) => void;
  onClose: () => void;
  children?: ReactNode;
  /** Shown beside the fields, or below them on phones. */
  aside?: ReactNode;
}) {
  const [form] = Form.useForm<AnswerValues>();
  const { contexts } = useCurrentContext();
  const { start, instead } = props;
  const draft = useDraft({ form, name: props.draftName, isReady: start !== undefined });
  useEffect(() => {
    if (instead) form.setFieldsValue(instead);
  }, [form, instead]);
  const options = contexts
    .filter(({ id }) => props.contextIds.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormModal
      width={props.aside ? 1040 : 640}
      title={props.title}
      onCancel={props.onClose}
      okText={t('knowledge-gaps.form.save')}
      formProps={{
        ...FORM_PROPS,
        form,
        initialValues: start,
        onValuesChange: draft.keep,
        onFinish: (values: AnswerValues) => start && props.onSave({ ...start, ...values }),
      }}
      isSaving={props.isBusy}
      isReady={start !== undefined}
    >
      {start ? (
        <>
          {draft.notice}
          {props.children}
          <Row gutter={32}>
            <Col xs={24} md={props.aside ? 14 : 24}>
              <FaqFields />
              {start.phrasings && <PhrasingsField />}
              {options.length > 1 && (
                <Form.Item
                  name="contextId"
                  className="form-field"
                  label={t('knowledge-gaps.form.context')}
                  extra={t('knowledge-gaps.form.contextHint')}
                >
                  <ChoiceSelect options={options} />
                </Form.Item>
              )}
            </Col>
            {props.aside && (
              <Col xs={24} md={10}>
                {props.aside}
              </Col>
            )}
          </Row>
        </>
      ) : (
        <Skeleton title rows={6} />
      )}
    </FormModal>
  );
}

/** Returns where an answer can be stored: in these contexts and their ancestors, as far as the user has access to them. */
export function useAncestors(contextIds: readonly string[]): string[] {
  const { contexts } = useCurrentContext();
  const known = new Map(contexts.map((context) => [context.id, context]));
  const lineage = contextIds.flatMap((id) => known.get(id)?.inheritance.split('.').reverse() ?? [id]);
  return [...new Set(lineage)].filter((id) => known.has(id));
}
