import { Button, Form, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Content } from '../../../components/content-kinds.ts';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useContentForm } from './use-content-form.ts';

/**
 * The form around the fields of a content, with its save button. `leaveText` is the warning before leaving the page; it
 * is set while an upload is in progress.
 */
export function EditForm(props: { content: Content; done: () => void; leaveText?: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { formProps, canEdit, isChanged, isSaving } = useContentForm(props.content, props.done);
  const isUploading = props.leaveText !== undefined;
  return (
    <Form {...formProps}>
      {props.children}
      {canEdit && (
        <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isChanged || isUploading}>
          {t('contents.editPage.save')}
        </Button>
      )}
      <UnsavedGuard when={isUploading || undefined} text={props.leaveText} />
    </Form>
  );
}

/** A switch with its label and explanation. */
export function SwitchField({ name, hint }: { name: 'enabled' | 'weeklySync'; hint?: string }) {
  const { t } = useTranslation();
  return (
    <Form.Item
      name={name}
      className="form-field form-toggle"
      valuePropName="checked"
      label={t(`contents.fields.${name}`)}
      extra={hint ?? t(`contents.hints.${name}`)}
    >
      <Switch />
    </Form.Item>
  );
}
