import { Col, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PolicyView } from '../../../../shared/policy.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { actionLabel, namedOptions, resourceLabel } from '../../../components/policy-labels.ts';

export interface PairValues {
  resource?: string;
  action?: string;
}

/** The selects for a resource and one of its actions. Use them in a Row within a form. */
export function PairFields({ policy }: { policy: PolicyView }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<PairValues>();
  const chosen = Form.useWatch('resource', form);
  const actionsOf = (name: string | null | undefined) =>
    policy.resources.find(({ resource }) => resource === name)?.actions ?? [];
  const chooseAction = (resource: string | null) => {
    const actions = actionsOf(resource);
    const current = form.getFieldValue('action');
    // Keep the action if the new resource also has it.
    form.setFieldValue('action', actions.find((action) => action === current) ?? actions[0]);
  };
  const resources = policy.resources.map(({ resource }) => resource);
  const actions = actionsOf(chosen);
  return (
    <>
      <Col xs={24} md={8}>
        <Form.Item className="form-field" name="resource" label={t('admin-policy.resource')}>
          <ChoiceSelect
            placeholder={t('admin-policy.chooseThing')}
            onChange={chooseAction}
            options={namedOptions(resources, (name) => resourceLabel(t, name))}
          />
        </Form.Item>
      </Col>
      <Col xs={24} md={8}>
        <Form.Item className="form-field" name="action" label={t('admin-policy.action')}>
          <ChoiceSelect
            placeholder={t('admin-policy.chooseAct')}
            disabled={actions.length === 0}
            options={namedOptions(actions, (name) => actionLabel(t, name))}
          />
        </Form.Item>
      </Col>
    </>
  );
}
