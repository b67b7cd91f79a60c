import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { CrashNotice } from './crash-notice.tsx';

/** Stands in for a screen that broke. */
export function Crash() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return <CrashNotice />;
}
