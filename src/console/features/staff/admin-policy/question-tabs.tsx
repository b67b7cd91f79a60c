import { Card, Checkbox, Col, Flex, Form, List, Row, Typography } from 'antd';
import {
  POLICY_SITUATIONS,
  type PolicyQuestion,
  type PolicySituation,
  type PolicyView,
} from '../../../../shared/policy.ts';
import { PLAN_FLAGS } from '../../../../shared/roles.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { namedAction, namedOptions, namedResource, namedRole, PolicyName } from '../../../components/policy-labels.tsx';
import { Loaded } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';
import { AnswerMark, type PermittedRoles, type RoleName, RowText, useAnswer } from './policy-parts.tsx';
import { VerdictCard } from './verdict-card.tsx';

interface AskValues extends PairValues {
  role: RoleName;
  flags: PolicyQuestion['flags'];
}

const INITIAL: AskValues = { role: 'WRITER', flags: [] };

/** The form that asks whether a role may take an action on a resource. Shows the answer once all fields are filled. */
export function AskTab({ policy }: { policy: PolicyView }) {
  const [form] = Form.useForm<AskValues>();
  const { role, flags, resource, action } = Form.useWatch((values) => values, form) ?? INITIAL;
  return (
    <Flex vertical gap={20} className="policy-ask">
      <Form form={form} layout="vertical" initialValues={INITIAL}>
        <Row gutter={16}>
          <Col xs={24} md={8}>
            <Form.Item className="form-field" name="role" label={t('admin-policy.role')}>
              <ChoiceSelect<RoleName> options={namedOptions(policy.roles, namedRole)} />
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
                  label: <PolicyName kind="flag" name={flag} />,
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

export function WhoTab({ policy }: { policy: PolicyView }) {
  const [form] = Form.useForm<PairValues>();
  const { resource, action } = Form.useWatch((values) => values, form) ?? {};
  const question = resource && action ? { who: { resource, action } } : undefined;
  const query = useAnswer<PermittedRoles>(question);
  return (
    <Flex vertical gap={20} className="policy-ask">
      <Form form={form} layout="vertical">
        <Row gutter={16}>
          <PairFields policy={policy} />
        </Row>
      </Form>
      {!question ? (
        <Typography.Paragraph type="secondary">{t('admin-policy.whoHint')}</Typography.Paragraph>
      ) : (
        <Loaded query={query} rows={4}>
          {({ data }) => <Who {...data} />}
        </Loaded>
      )}
    </Flex>
  );
}

function Who({ who }: PermittedRoles) {
  return (
    <Card role="region" aria-live="polite" aria-label={t('admin-policy.tabs.who')}>
      {POLICY_SITUATIONS.map((situation) => (
        <HoldersIn key={situation} situation={situation} who={who.filter((one) => one.situation === situation)} />
      ))}
    </Card>
  );
}

function HoldersIn({ situation, who }: PermittedRoles & { situation: PolicySituation }) {
  return (
    <section>
      <Typography.Title level={2}>{t(`admin-policy.situations.${situation}`)}</Typography.Title>
      {who[0] && (
        <Typography.Paragraph type="secondary">{t('admin-policy.rows', { rows: who[0].rows })}</Typography.Paragraph>
      )}
      <List
        dataSource={who}
        rowKey={({ role, flag }) => `${role} ${flag}`}
        locale={{ emptyText: t('admin-policy.nobody') }}
        renderItem={({ role, flag, row }) => (
          <List.Item>
            <Row gutter={[16, 4]} style={{ width: '100%' }}>
              <Col xs={24} md={9}>
                <PolicyName kind="role" name={role} />
              </Col>
              <Col xs={24} md={5}>
                <AnswerMark answer={flag === null ? 'yes' : 'plan'} flag={flag} />
              </Col>
              <Col xs={24} md={10}>
                <RowText row={row} />
              </Col>
            </Row>
          </List.Item>
        )}
      />
    </section>
  );
}

interface PairValues {
  resource?: string;
  action?: string;
}

/** The selects for a resource and one of its actions. Use them in a Row within a form. */
function PairFields({ policy }: { policy: PolicyView }) {
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
            options={namedOptions(resources, namedResource)}
          />
        </Form.Item>
      </Col>
      <Col xs={24} md={8}>
        <Form.Item className="form-field" name="action" label={t('admin-policy.action')}>
          <ChoiceSelect
            placeholder={t('admin-policy.chooseAct')}
            disabled={actions.length === 0}
            options={namedOptions(actions, namedAction)}
          />
        </Form.Item>
      </Col>
    </>
  );
}
