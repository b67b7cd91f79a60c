import { lazy, Suspense, useEffect, useState } from 'react';
import { request } from '../../../http/client.ts';

export interface SocialProvider {
  id: string;
  name: string;
}

const Providers = lazy(async () => ({ default: (await import('./social-providers.tsx')).SocialProviders }));

/** Delay of the request, so that it does not compete with the form's first paint. */
const AFTER_PAINT_MS = 300;

const failureHere = () => /^#error=(\w+)$/.exec(window.location.hash)?.[1];

/**
 * Links to sign in with other providers, below a form. The providers are requested after the form has been painted. The
 * links' code is loaded only if there are providers or an error to show.
 */
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
