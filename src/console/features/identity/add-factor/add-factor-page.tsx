import { useLogout } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { Loaded } from '../../../components/states.tsx';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { t } from '../../../providers/i18n.ts';
import { FactorList, useSecondFactor } from '../second-factor/factor-list.tsx';

/** For users who must add a second factor before anything else. */
export function AddFactorPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate: logout } = useLogout();
  const query = useSecondFactor();
  const goOn = async () => {
    await client.resetQueries();
    void navigate('/', { replace: true });
  };
  return (
    <AuthLayout
      title={t('second-factor.must.title')}
      intro={t('second-factor.must.intro')}
      foot={
        <Button type="link" onClick={() => logout({})}>
          {t('second-factor.must.signOut')}
        </Button>
      }
    >
      <Loaded query={query} rows={3}>
        {({ data }) => (
          <div style={{ marginTop: 28 }}>
            <FactorList factors={data} onAdded={() => void goOn()} />
          </div>
        )}
      </Loaded>
    </AuthLayout>
  );
}
