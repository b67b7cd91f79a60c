import { useCan } from '@refinedev/core';
import { Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { showUpgrade } from '../session/upgrade.ts';

/**
 * Shows a screen to whom the policy lets make its main call. A refusal by role leads to /404; one by plan leads home,
 * with the dialog that says so.
 */
export function Guard({ thing, act, children }: { thing: string; act: string; children: ReactNode }) {
  const { data, error } = useCan({ resource: thing, action: act });
  const [refusal, flag] = data?.can === false ? (data.reason ?? '').split(' ') : [];
  const isByPlan = refusal === 'plan';
  useEffect(() => {
    if (isByPlan) showUpgrade(flag);
  }, [isByPlan, flag]);
  // A policy that cannot be read hides nothing in silence: the screen's own error page says so.
  if (error) throw error;
  if (!data) return <Skeleton className="guard-wait" active title={{ width: 180 }} paragraph={{ rows: 6 }} />;
  if (data.can) return children;
  return <Navigate to={isByPlan ? '/' : '/404'} replace />;
}
