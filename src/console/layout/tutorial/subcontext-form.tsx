import { useInvalidate } from '@refinedev/core';
import { Button, Flex, Form, Input, Typography } from 'antd';
import { contexts as declaration } from '../../../../resources/contexts.ts';
import { inputSchema } from '../../../../resources/kit/schema.ts';
import { FormField } from '../../components/form-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { useFormCall } from '../../components/use-form-call.ts';
import { t } from '../../providers/i18n.ts';
import { useCurrentContext } from '../../session/current-context.tsx';

/** Creates subcontexts of the first context, one after another. */
export function SubcontextForm() {
  const { contexts, refresh } = useCurrentContext();
  const invalidate = useInvalidate();
  const parent = contexts[0];
  const { formProps, isSaving } = useFormCall<{ name: string }, { name: string }>({
    url: '/contexts',
    method: 'post',
    initial: { name: '' },
    bodyOf: ({ name }) => ({ name: name.trim(), parentId: parent?.id }),
    successText: ({ name }) => t('resource.created', { name }),
    onSaved: (_, form) => {
      form.resetFields();
      return Promise.all([refresh(), invalidate({ resource: 'contexts', invalidates: ['list'] })]);
    },
  });
  if (!parent) return <p>{t('tutorial.subcontext.none')}</p>;
  const subs = contexts.filter(({ parentId }) => parentId === parent.id);
  return (
    <>
      <p>{t('tutorial.subcontext.text', { parent: parent.name })}</p>
      <Form {...formProps} name="subcontext">
        <Flex align="end" gap="small">
          <div className="fill">
            <FormField name="name" label={t('tutorial.subcontext.label')} schema={inputSchema(declaration).shape.name}>
              <Input placeholder={t('tutorial.subcontext.placeholder')} />
            </FormField>
          </div>
          <Form.Item className="form-field">
            <Button htmlType="submit" loading={isSaving} icon={<Icon name="add" />}>
              {t('tutorial.subcontext.create')}
            </Button>
          </Form.Item>
        </Flex>
      </Form>
      {subs.length > 0 && (
        <ul
          className="plain tutorial-made"
          aria-live="polite"
          aria-label={t('tutorial.subcontext.made', { parent: parent.name })}
        >
          {subs.map((sub) => (
            <li key={sub.id} className="cell-line">
              <Typography.Text type="success">
                <Icon name="check" size={14} />
              </Typography.Text>{' '}
              {sub.name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
