import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router';
import { Skeleton } from '../components/skeleton.tsx';
import { useAsk } from '../providers/policy.tsx';
import { showUpgrade } from '../state/upgrade.ts';

/** Shown until the permissions are known. */
export const GuardWait = () => <Skeleton title={180} rows={6} className="page page-wide" />;

/**
 * Shows a screen to users who may perform its main action. A refusal by role redirects to /404. A refusal by plan opens
 * the upgrade dialog over the start page. This happens only when the screen was opened directly: for navigation within
 * the console, the route's loader stays on the previous page.
 */
export function Guard({ resource, action, children }: { resource: string; action: string; children: ReactNode }) {
  const answer = useAsk()?.(resource, action);
  const isByPlan = answer?.refusal === 'plan';
  const flag = answer?.flag;
  useEffect(() => {
    if (isByPlan) showUpgrade(flag);
  }, [isByPlan, flag]);
  if (!answer) return <GuardWait />;
  if (answer.can) return children;
  return <Navigate to={isByPlan ? '/' : '/404'} replace />;
}
