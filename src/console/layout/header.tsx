import { CloseOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button, Layout } from 'antd';
import { Link, useNavigation } from 'react-router';
import { Mark, Wordmark } from '../components/logo.tsx';
import { Tip } from '../components/tip.tsx';
import { t } from '../providers/i18n.ts';
import { usePhone } from '../theme/use-phone.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { ContextSelector } from './context-selector.tsx';
import { HeaderTools } from './header-tools.tsx';
import { useSide } from './side-state.tsx';
import { StopTag } from './stop-tag.tsx';

/** The header: menu toggle, logo, help, context and account. */
export function Header() {
  const isPhone = usePhone();
  const isMoving = useNavigation().state !== 'idle';
  return (
    <Layout.Header className="header">
      <MenuToggle isPhone={isPhone} />
      <Link className="header-logo" to="/" aria-label={t('layout.home')}>
        {isPhone ? <Mark size={30} /> : <Wordmark size={28} />}
      </Link>
      <HeaderTools isPhone={isPhone} />
      <StopTag isPhone={isPhone} />
      <ContextSelector />
      <AvatarMenu />
      {isMoving && <div className="header-progress" role="progressbar" aria-label={t('layout.loading')} />}
    </Layout.Header>
  );
}

/** Collapses the side menu to icons or, on phones, opens it over the screen. */
function MenuToggle({ isPhone }: { isPhone: boolean }) {
  const side = useSide();
  const isOpen = isPhone ? side.isOpen : !side.isFolded;
  const toggle = () => (isPhone ? side.open(!isOpen) : side.fold(isOpen));
  const label = t(
    isPhone ? (isOpen ? 'layout.side.close' : 'layout.side.open') : isOpen ? 'layout.side.fold' : 'layout.side.unfold',
  );
  const Icon = isPhone ? (isOpen ? CloseOutlined : MenuOutlined) : isOpen ? MenuFoldOutlined : MenuUnfoldOutlined;
  return (
    <Tip title={!isPhone && label}>
      <Button
        type="text"
        className="header-button"
        icon={<Icon />}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls="side"
        onClick={toggle}
      />
    </Tip>
  );
}
