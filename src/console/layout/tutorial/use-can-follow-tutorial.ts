import { useAllowed } from '../../providers/use-allowed.ts';
import { useMe } from '../../session/me.ts';

/**
 * Returns whether the user gets the tutorial: only users who may add contents to their own account. Staff have no
 * assistant to build, readers may not build one, and staff in a customer's account must not change the customer's step.
 */
export function useCanFollowTutorial(): boolean {
  const { data: me } = useMe();
  const canFollow = useAllowed('profile', 'first-steps');
  const canAdd = useAllowed('contents', 'create');
  return me !== undefined && !me.role.startsWith('WM_') && canFollow && canAdd;
}
