import { useAsk } from './policy.tsx';

/** An action on a resource. */
export type Right = readonly [resource: string, action: string];

/** Returns whether the policy allows the user an action on a resource; false until the permissions are known. */
export const useAllowed = (resource: string, action: string): boolean => useRight([resource, action]);

/** The same for something that may need no right. */
export function useRight(right: Right | undefined): boolean {
  const ask = useAsk();
  return right === undefined || (ask?.(...right).can ?? false);
}
