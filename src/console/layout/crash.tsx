import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { CrashNotice } from './crash-notice.tsx';

/** The error element of the routes. Also logs the error to the browser's console. */
export function Crash() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return <CrashNotice />;
}
