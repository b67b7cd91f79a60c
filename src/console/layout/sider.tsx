import { Layout } from 'antd';
import {
  type ComponentProps,
  createContext,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { contexts } from '../../../resources/contexts.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useNetworkIdle } from '../providers/use-network-idle.ts';
import { isSideMenuOpen, storeSideMenu } from '../state/store.ts';
import { usePhone } from '../theme/use-phone.ts';
import type { PlanPanel } from './plan-panel.tsx';
import { SideMenu } from './side-menu.tsx';

interface SideState {
  /** Only icons are shown. Kept on the device. */
  isFolded: boolean;
  fold: (isFolded: boolean) => void;
  /** On phones, the menu is over the screen. */
  isOpen: boolean;
  open: (isOpen: boolean) => void;
}

const SideContext = createContext<SideState | null>(null);

export function SideProvider({ children }: { children: ReactNode }) {
  const [isFolded, setFolded] = useState(() => !isSideMenuOpen());
  const [isOpen, open] = useState(false);
  const side = useMemo(() => {
    const fold = (next: boolean) => {
      setFolded(next);
      storeSideMenu(!next);
    };
    return { isFolded, fold, isOpen, open };
  }, [isFolded, isOpen]);
  return <SideContext value={side}>{children}</SideContext>;
}

/** Returns the state of the side menu. Throws outside of SideProvider. */
export function useSide(): SideState {
  const side = useContext(SideContext);
  if (!side) throw new Error('The side menu is not in the frame');
  return side;
}

const WIDTH = 276;
const NARROW = 64;

const Menu = memo(SideMenu);
// Both bring parts of antd that the first screen does not need.
const Plan = lazy(async () => ({ default: memo((await import('./plan-panel.tsx')).PlanPanel) }));
const PhoneSide = lazy(() => import('./phone-side.tsx'));

/** The side menu with the plan below it: beside the screen or, on phones, in a drawer below the header. */
export function Sider() {
  const isPhone = usePhone();
  const { isFolded, isOpen, open } = useSide();
  // Users who do not manage the plan get no link to it.
  const canPlan = useAllowed('subscription', 'show');
  // Credits are used in contexts, so users without contexts see no plan.
  const seesPlan = useAllowed(contexts.name, 'list');
  useEffect(() => open(false), [isPhone, open]);
  if (isPhone) {
    return (
      <Suspense>
        <PhoneSide isOpen={isOpen} close={() => open(false)} seesPlan={seesPlan} hasPage={canPlan} />
      </Suspense>
    );
  }
  return (
    <Layout.Sider
      id="side"
      className="side"
      theme="light"
      width={WIDTH}
      collapsedWidth={NARROW}
      collapsed={isFolded}
      trigger={null}
    >
      <Menu isNarrow={isFolded} />
      {seesPlan && <LatePlan isNarrow={isFolded} hasPage={canPlan} />}
    </Layout.Sider>
  );
}

/** Its room is kept from the start, so that it does not move the menu. */
function LatePlan(props: ComponentProps<typeof PlanPanel>) {
  return (
    <div className="plan-room">
      {useNetworkIdle() && (
        <Suspense>
          <Plan {...props} />
        </Suspense>
      )}
    </div>
  );
}
