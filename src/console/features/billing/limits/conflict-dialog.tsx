import { useTranslation } from 'react-i18next';
import type { CreditLimits } from '../../../../shared/credit-limits.ts';
import { Modal } from '../../../components/modal.tsx';
import { writtenCredits } from './written-credits.ts';

/** Somebody saved first: what there is now, and the choice to go on with one's own changes over it, or without them. */
export function ConflictDialog(props: { newer: CreditLimits | null; onKeep: () => void; onTake: () => void }) {
  const { t } = useTranslation();
  const limitOf = (limit: number | null) => (limit === null ? t('credit-limits.boundless') : writtenCredits(limit));
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
      <ul className="limit-newer">
        {props.newer?.data.map(({ id, name, limit }) => (
          <li key={id}>
            <span>{name}</span> <span className="figures">{limitOf(limit)}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
