import { Button, Form } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../../../shared/staff.ts';
import { AccountSelect } from '../../../components/account-select.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ChangePlanDialog } from '../change-plan-dialog.tsx';

/** Selects an account and opens the dialog that changes its plan. */
export function PlanPart() {
  const { t } = useTranslation();
  const id = useId();
  const canChange = useAllowed('accounts', 'change-plan');
  const [account, setAccount] = useState<AccountRow>();
  const [isOpen, setIsOpen] = useState(false);
  if (!canChange) return null;
  const close = () => {
    setIsOpen(false);
    // The chosen account may have another plan now, so the user searches for it again.
    setAccount(undefined);
  };
  return (
    <PageSection title={t('admin-general.plan.title')} text={t('admin-general.plan.text')}>
      <Form layout="vertical">
        <Form.Item className="form-field" label={t('admin-general.plan.account')} htmlFor={id}>
          <AccountSelect
            id={id}
            aria-label={t('admin-general.plan.account')}
            value={account?.id}
            onChange={setAccount}
          />
        </Form.Item>
        <Button disabled={!account} onClick={() => setIsOpen(true)}>
          {t('admin-general.plan.choose')}
        </Button>
      </Form>
      {account && isOpen && <ChangePlanDialog account={account} onClose={close} />}
    </PageSection>
  );
}
