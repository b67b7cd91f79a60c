import { lazy, Suspense, useEffect, useState } from 'react';
import { request } from '../../../http/client.ts';

export interface SocialProvider {
  id: string;
  name: string;
}

const Providers = lazy(async () => ({ default: (await import('./social-providers.tsx')).SocialProviders }));

/** The form comes first: it has been painted by then. */
const AFTER_PAINT_MS = 300;

const failureHere = () => /^#error=(\w+)$/.exec(window.location.hash)?.[1];

/** Sign-in by other providers, below a form. Asked for once the form has been painted; where there are none, nothing is loaded. */
export function SocialSignIn() {
  const [failure] = useState(failureHere);
  const [providers, setProviders] = useState<SocialProvider[]>([]);
  useEffect(() => {
    let isGone = false;
    const show = ({ data }: { data: SocialProvider[] }) => isGone || setProviders(data);
    const ask = () => void request<{ data: SocialProvider[] }>('/auth/social').then(show, () => undefined);
    const timer = setTimeout(ask, AFTER_PAINT_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  if (providers.length === 0 && !failure) return null;
  return (
    <Suspense fallback={null}>
      <Providers providers={providers} failure={failure} />
    </Suspense>
  );
}
