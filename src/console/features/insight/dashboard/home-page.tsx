import { Card, Flex } from 'antd';
import { Link } from 'react-router';
import { MenuIcon } from '../../../components/menu-icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { GuardWait } from '../../../layout/guard.tsx';
import { isGroup } from '../../../layout/menu.ts';
import { useMenuEntries } from '../../../layout/use-menu.ts';
import { t } from '../../../providers/i18n.ts';
import { useAsk } from '../../../providers/policy.tsx';
import { useMe } from '../../../session/me.ts';
import { DashboardPage } from './dashboard-page.tsx';

export function HomePage() {
  const ask = useAsk();
  if (!ask) return <GuardWait />;
  return ask('dashboard', 'show').can ? <DashboardPage /> : <StartPage />;
}

function StartPage() {
  const { data: me } = useMe();
  const links = useMenuEntries().flatMap((entry) => (isGroup(entry) ? entry.children : [entry]));
  const startLinks = links.filter(({ path }) => path !== '/');
  const first = me?.name.trim().split(/\s+/)[0];
  return (
    <PageFrame
      title={first ? t('dashboard.hello', { name: first }) : t('dashboard.title')}
      intro={startLinks.length > 0 ? t('dashboard.ways.intro') : undefined}
    >
      {startLinks.length === 0 ? (
        <EmptyState title={t('dashboard.ways.none.title')} text={t('dashboard.ways.none.text')} />
      ) : (
        <ul className="plain tiles">
          {startLinks.map(({ name, path, icon, label }) => (
            <li key={name}>
              <Link className="figure" to={path}>
                <Card hoverable>
                  <Flex align="center" gap="small">
                    <MenuIcon name={icon} /> {t(label)}
                  </Flex>
                </Card>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PageFrame>
  );
}
