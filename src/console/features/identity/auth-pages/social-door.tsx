import { lazy, Suspense, useEffect, useState } from 'react';
import { request } from '../../../http/client.ts';

export interface Way {
  id: string;
  name: string;
}

const Ways = lazy(() => import('./social-ways.tsx').then((module) => ({ default: module.SocialWays })));

/** The form comes first: it is on the screen by then. */
const AFTER_PAINT_MS = 300;

const failureHere = () => /^#error=(\w+)$/.exec(window.location.hash)?.[1];

/** The ways in by other providers, below a form. They are asked for once the form has been painted; none: nothing is loaded. */
export function SocialDoor() {
  const [failure] = useState(failureHere);
  const [ways, setWays] = useState<Way[]>([]);
  useEffect(() => {
    let isGone = false;
    const show = ({ data }: { data: Way[] }) => isGone || setWays(data);
    const ask = () => void request<{ data: Way[] }>('/auth/social').then(show, () => undefined);
    const timer = setTimeout(ask, AFTER_PAINT_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  if (ways.length === 0 && !failure) return null;
  return (
    <Suspense fallback={null}>
      <Ways ways={ways} failure={failure} />
    </Suspense>
  );
}
