import { useInvalidate } from '@refinedev/core';
import { Button, Card, Col, Flex, Form, Row } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { faqBody } from '../../../../shared/rules.ts';
import { type Faq, FaqFields } from '../../../components/faq-fields.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { filledPhrasings, PhrasingsField } from '../../../components/phrasings-field.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { t } from '../../../providers/i18n.ts';
import { TrainingStatus, useTraining } from './training.tsx';

type FaqValues = Faq & { phrasings?: string[] };
interface AddedFaq {
  id: string;
  question: string;
}

/** A form that adds questions with their answers, one at a time. `?question=` prefills the question. */
export function FaqTab({ contextId }: { contextId: string }) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [query] = useSearchParams();
  const asked = query.get('question') ?? '';
  const [next, setNext] = useState<'list' | 'another'>('list');
  const [added, setAdded] = useState<AddedFaq[]>([]);
  const { form, formProps, isSaving, draft } = useFormCall<FaqValues, AddedFaq>({
    url: '/contents/faq',
    method: 'post',
    initial: { question: asked, answer: '' },
    bodyOf: ({ phrasings, ...faq }) => {
      const filled = filledPhrasings(phrasings);
      // The server reports a refused phrasing by its index without blank lines, so the form removes those first.
      form.setFieldValue('phrasings', filled);
      return { ...faqBody.parse({ contextId, ...faq }), ...(filled.length > 0 && { phrasings: filled }) };
    },
    successText: () => t('content-upload.faq.added'),
    onSaved: ({ id }) => {
      void invalidate({ resource: 'contents', invalidates: ['list'] });
      if (next === 'list') return void navigate('/knowledge-base/content');
      setAdded((now) => [{ id, question: String(form.getFieldValue('question')).trim() }, ...now]);
      form.setFieldsValue({ question: '', answer: '', phrasings: [] });
      form.focusField('question');
    },
    isGuarded: true,
    draftName: `faq:${contextId}:${asked}`,
  });
  const submit = (then: 'list' | 'another') => {
    setNext(then);
    form.submit();
  };
  return (
    <Row gutter={[{ xs: 0, lg: 48 }, 32]}>
      <Col xs={24} lg={15}>
        <Form {...formProps}>
          {draft.notice}
          <FaqFields />
          <PhrasingsField />
          <Flex wrap gap={8}>
            {(['list', 'another'] as const).map((then) => (
              <Button
                key={then}
                type={then === 'list' ? 'primary' : 'default'}
                className="phone-wide"
                onClick={() => submit(then)}
                loading={isSaving && next === then}
                disabled={isSaving && next !== then}
              >
                {t(`content-upload.faq.${then === 'list' ? 'add' : 'addAnother'}`)}
              </Button>
            ))}
          </Flex>
        </Form>
      </Col>
      <Col xs={24} lg={9} aria-live="polite">
        {added.length > 0 && <AddedFaqs added={added} />}
      </Col>
      <UnsavedGuard query={['tab', 'way']} />
    </Row>
  );
}

function AddedFaqs({ added }: { added: AddedFaq[] }) {
  const trained = useTraining(added.map(({ id }) => id));
  return (
    <Card size="small" title={t('content-upload.faq.count', { count: added.length })}>
      <ItemList
        className="list-flush"
        size="small"
        rows={added}
        footer={<Link to="/knowledge-base/content">{t('content-upload.faq.see')}</Link>}
        item={({ id, question }) => ({ key: id, title: question, text: <TrainingStatus content={trained.get(id)} /> })}
      />
    </Card>
  );
}
