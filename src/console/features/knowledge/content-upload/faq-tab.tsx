import { useInvalidate, useNotification, useWarnAboutChange } from '@refinedev/core';
import { Button, Form } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { faqBody } from '../../../../shared/rules.ts';
import { type Faq, FaqFields, markFaults } from '../../../components/faq-fields.tsx';
import { Icon } from '../../../components/icon.tsx';
import { failureNotice } from '../../../components/notices.ts';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { request } from '../../../http/client.ts';
import { faultAt } from '../fault-at.ts';
import { filledPhrasings, PhrasingsField } from '../phrasings-field.tsx';

const EMPTY: Faq = { question: '', answer: '' };

/** A question with its answer; one after another, without leaving. `?question=` brings the question along. */
export function FaqTab({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [query] = useSearchParams();
  const [form] = Form.useForm<Faq>();
  const [busy, setBusy] = useState<'add' | 'another'>();
  const [added, setAdded] = useState<string[]>([]);
  const [phrasings, setPhrasings] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();
  const { setWarnWhen } = useWarnAboutChange();
  const intent = useRef<'add' | 'another'>('add');

  const save = async (values: Faq) => {
    setBusy(intent.current);
    setWarnWhen(false);
    try {
      const worded = filledPhrasings(phrasings);
      setFault(undefined);
      // The server says what is wrong with a phrasing.
      const body = { ...faqBody.parse({ contextId, ...values }), ...(worded.length > 0 ? { phrasings: worded } : {}) };
      await request('/contents/faq', { method: 'POST', body });
      void invalidate({ resource: 'contents', invalidates: ['list'] });
      open?.({ type: 'success', message: t('content-upload.faq.added') });
      if (intent.current === 'add') return void navigate('/knowledge-base/content');
      setAdded((now) => [body.question, ...now]);
      form.setFieldsValue(EMPTY);
      setPhrasings([]);
      form.focusField('question');
    } catch (failure) {
      setWarnWhen(true);
      const said = faultAt(failure, 'phrasings');
      setFault(said);
      if (!markFaults(form, failure) && !said) open?.(failureNotice(t)(failure));
    } finally {
      setBusy(undefined);
    }
  };
  const submit = (how: 'add' | 'another') => {
    intent.current = how;
    form.submit();
  };
  return (
    <div className="faq">
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ ...EMPTY, question: query.get('question') ?? '' }}
        validateTrigger={[]}
        onFinish={(values) => void save(values)}
        onValuesChange={(_, { question, answer }) => setWarnWhen(Boolean(question || answer))}
      >
        <FaqFields />
        <PhrasingsField
          value={phrasings}
          fault={fault}
          onChange={(next) => {
            setWarnWhen(true);
            setPhrasings(next);
          }}
        />
        <div className="faq-actions">
          <Button type="primary" onClick={() => submit('add')} loading={busy === 'add'} disabled={busy === 'another'}>
            {t('content-upload.faq.add')}
          </Button>
          <Button onClick={() => submit('another')} loading={busy === 'another'} disabled={busy === 'add'}>
            {t('content-upload.faq.addAnother')}
          </Button>
        </div>
      </Form>
      {added.length > 0 && (
        <section className="faq-added" aria-live="polite">
          <h2>{t('content-upload.faq.count', { count: added.length })}</h2>
          <ul>
            {added.map((question, at) => (
              <li key={added.length - at}>
                <Icon name="check" /> <span className="cell-line">{question}</span>
              </li>
            ))}
          </ul>
          <Link to="/knowledge-base/content">{t('content-upload.faq.see')}</Link>
        </section>
      )}
      <UnsavedGuard query={['tab', 'way']} />
    </div>
  );
}
