import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CreditLimits } from '../../../../shared/credit-limits.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import { Modal } from '../../../components/modal.tsx';

/** Opens when somebody else saved first. Shows the newer limits and asks whether the user's changes are kept on top. */
export function ConflictDialog(props: { newer: CreditLimits | null; onKeep: () => void; onTake: () => void }) {
  const { t } = useTranslation();
  const limitOf = (limit: number | null) => (limit === null ? t('credit-limits.boundless') : formatNumber(limit));
  return (
    <Modal
      open={props.newer !== null}
      title={t('credit-limits.conflict.title')}
      cancelText={t('credit-limits.conflict.take')}
      onCancel={props.onTake}
      width={540}
      okText={t('credit-limits.conflict.keep')}
      onOk={props.onKeep}
    >
      <p>{t('credit-limits.conflict.text')}</p>
      <ul className="plain limit-newer">
        {props.newer?.data.map(({ id, name, limit }) => (
          <Flex component="li" key={id} justify="space-between" gap="middle">
            <span>{name}</span> <span className="figures">{limitOf(limit)}</span>
          </Flex>
        ))}
      </ul>
    </Modal>
  );
}
