import { Flex, List, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PolicyView } from '../../../../shared/policy.ts';
import { Icon } from '../../../components/icon.tsx';

/** What holds whatever rows the policy has, proven by asking every question that each rule is about. */
export function ProofsTab({ policy }: { policy: PolicyView }) {
  const { t } = useTranslation();
  return (
    <List
      className="policy-ask"
      bordered
      header={<Typography.Text type="secondary">{t('admin-policy.proofs.hint')}</Typography.Text>}
      dataSource={policy.proofs}
      rowKey={({ sentence }) => sentence}
      renderItem={({ sentence, checks, isProven }) => (
        <List.Item>
          <Flex gap={12} align="baseline">
            <Typography.Text type={isProven ? 'success' : 'danger'}>
              <Icon name={isProven ? 'check' : 'close'} />
            </Typography.Text>
            <div>
              <strong>{sentence}</strong>
              <div className="small-text">
                {t(isProven ? 'admin-policy.proofs.proven' : 'admin-policy.proofs.broken', { count: checks })}
              </div>
            </div>
          </Flex>
        </List.Item>
      )}
    />
  );
}
