import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { CrashNotice } from './crash-notice.tsx';

/** The error boundary of the routes. */
export function Crash() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return <CrashNotice />;
}
