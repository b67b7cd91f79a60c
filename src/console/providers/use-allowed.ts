import { useAsk } from './policy.tsx';

/** Whether the signed-in person may do an act with a thing; no, until it is known. What is not allowed is not shown. */
export function useAllowed(resource: string, action: string): boolean {
  return useAsk()?.(resource, action).can ?? false;
}
