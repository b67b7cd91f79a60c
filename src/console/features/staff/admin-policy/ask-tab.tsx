import { Checkbox, Col, Flex, Form, Row, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PolicyQuestion, PolicyView } from '../../../../shared/policy.ts';
import { PLAN_FLAGS } from '../../../../shared/roles.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { flagLabel, namedOptions, roleLabel } from '../../../components/policy-labels.ts';
import { PairFields, type PairValues } from './pair-fields.tsx';
import type { RoleName } from './use-policy.ts';
import { VerdictCard } from './verdict-card.tsx';

interface AskValues extends PairValues {
  role: RoleName;
  flags: PolicyQuestion['flags'];
}

const INITIAL: AskValues = { role: 'WRITER', flags: [] };

/** The form that asks whether a role may take an action on a resource. Shows the answer once all fields are filled. */
export function AskTab({ policy }: { policy: PolicyView }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<AskValues>();
  const { role, flags, resource, action } = Form.useWatch((values) => values, form) ?? INITIAL;
  return (
    <Flex vertical gap={20} className="policy-ask">
      <Form form={form} layout="vertical" initialValues={INITIAL}>
        <Row gutter={16}>
          <Col xs={24} md={8}>
            <Form.Item className="form-field" name="role" label={t('admin-policy.role')}>
              <ChoiceSelect<RoleName> options={namedOptions(policy.roles, (name) => roleLabel(t, name))} />
            </Form.Item>
          </Col>
          <PairFields policy={policy} />
        </Row>
        <Form.Item className="form-field" label={t('admin-policy.flagsHeld')}>
          <div role="group" aria-label={t('admin-policy.flagsHeld')}>
            <Form.Item name="flags" noStyle>
              <Checkbox.Group
                options={PLAN_FLAGS.map((flag) => ({
                  value: flag,
                  label: (
                    <>
                      <code>{flag}</code> <Typography.Text type="secondary">{flagLabel(t, flag)}</Typography.Text>
                    </>
                  ),
                }))}
              />
            </Form.Item>
          </div>
        </Form.Item>
      </Form>
      {resource && action ? (
        <VerdictCard question={{ role, flags, resource, action }} />
      ) : (
        <Typography.Paragraph type="secondary">{t('admin-policy.askHint')}</Typography.Paragraph>
      )}
    </Flex>
  );
}
