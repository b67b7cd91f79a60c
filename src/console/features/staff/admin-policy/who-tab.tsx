import { Card, Col, Flex, Form, List, Row, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { POLICY_SITUATIONS, type PolicySituation, type PolicyView } from '../../../../shared/policy.ts';
import { roleLabel } from '../../../components/policy-labels.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { PairFields, type PairValues } from './pair-fields.tsx';
import { AnswerMark, RowText } from './policy-parts.tsx';
import { type PermittedRoles, useAnswer } from './use-policy.ts';

export function WhoTab({ policy }: { policy: PolicyView }) {
  const { t } = useTranslation();
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
        <Loaded query={query} waiting={<Skeleton rows={4} />}>
          {({ data }) => <Who {...data} />}
        </Loaded>
      )}
    </Flex>
  );
}

function Who({ who }: PermittedRoles) {
  const { t } = useTranslation();
  return (
    <Card role="region" aria-live="polite" aria-label={t('admin-policy.tabs.who')}>
      {POLICY_SITUATIONS.map((situation) => (
        <HoldersIn key={situation} situation={situation} who={who.filter((one) => one.situation === situation)} />
      ))}
    </Card>
  );
}

function HoldersIn({ situation, who }: PermittedRoles & { situation: PolicySituation }) {
  const { t } = useTranslation();
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
                <strong>{roleLabel(t, role)}</strong> <code>{role}</code>
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
