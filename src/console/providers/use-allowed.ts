import { useAsk } from './policy.tsx';

/** Returns whether the policy allows the user an action on a resource; false until the permissions are known. */
export function useAllowed(resource: string, action: string): boolean {
  return useAsk()?.(resource, action).can ?? false;
}
