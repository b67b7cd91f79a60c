import { useWarnAboutChange } from '@refinedev/core';
import { Button, Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Content } from '../../../components/content-kinds.ts';
import { type Faq, FaqFields, markFaults } from '../../../components/faq-fields.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { faultAt } from '../fault-at.ts';
import { filledPhrasings, isSameList, PhrasingsField } from '../phrasings-field.tsx';
import { SwitchLine } from './switch-line.tsx';
import { useSaveContent } from './use-save-content.ts';

/** A question and its answer. */
export function FaqEdit({ content, done }: { content: Content; done: () => void }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  const [form] = Form.useForm<Faq>();
  const [enabled, setEnabled] = useState(content.enabled);
  const { save, isBusy } = useSaveContent(content.id);
  // The list that is edited here: what is accepted elsewhere meanwhile must not be dropped unseen.
  const [known, setKnown] = useState<readonly string[]>(content.phrasings ?? []);
  const [phrasings, setPhrasings] = useState<readonly string[]>(known);
  const [fault, setFault] = useState<string>();
  const isTouched = useRef(false);
  const { setWarnWhen } = useWarnAboutChange();
  const touch = () => {
    isTouched.current = true;
    setWarnWhen(true);
  };
  const initial = { question: content.question ?? content.title, answer: content.answer ?? '' };
  // A change that was dropped elsewhere is gone from here too; what one is writing stays.
  useEffect(() => {
    if (isTouched.current) return;
    form.setFieldsValue({ question: initial.question, answer: initial.answer });
    setKnown(content.phrasings ?? []);
    setPhrasings(content.phrasings ?? []);
  }, [form, initial.question, initial.answer, content.phrasings]);
  const onSave = async ({ question, answer }: Faq) => {
    // Only what was changed here: another tab may have saved the rest meanwhile.
    const changed = {
      ...(question.trim() !== initial.question ? { question: question.trim() } : {}),
      ...(answer.trim() !== initial.answer ? { answer: answer.trim() } : {}),
      ...(enabled !== content.enabled ? { enabled } : {}),
      ...(isSameList(filledPhrasings(phrasings), known)
        ? {}
        : { phrasings: filledPhrasings(phrasings), knownPhrasings: known }),
    };
    setFault(undefined);
    setWarnWhen(false);
    const isNew = 'question' in changed || 'answer' in changed;
    const said = isNew ? t('contents.editPage.trainedAgain') : undefined;
    try {
      await save(changed, said);
      done();
    } catch (failure) {
      setWarnWhen(true);
      markFaults(form, failure);
      setFault(faultAt(failure, 'phrasings'));
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={!canEdit}
      initialValues={initial}
      validateTrigger={[]}
      onFinish={(values) => void onSave(values)}
      onValuesChange={touch}
    >
      <FaqFields />
      <PhrasingsField
        value={phrasings}
        disabled={!canEdit}
        fault={fault}
        onChange={(next) => {
          touch();
          setPhrasings(next);
        }}
      />
      <SwitchLine
        name="enabled"
        checked={enabled}
        disabled={!canEdit}
        onChange={(checked) => {
          touch();
          setEnabled(checked);
        }}
      />
      {canEdit && (
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('contents.editPage.save')}
        </Button>
      )}
      <UnsavedGuard />
    </Form>
  );
}
