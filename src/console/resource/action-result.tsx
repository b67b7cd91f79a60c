import type { ComponentType } from 'react';
import { usePost } from '../components/use-post.ts';

/** Draws what an action has answered, while it is asked for, too. */
export interface ResultProps<T extends object = object> {
  query: ReturnType<typeof usePost<T>>;
  onClose: () => void;
}

/** Parts for the actions with a result, by their name. */
export type Results = Partial<Record<string, ComponentType<ResultProps<never>>>>;

/** Does an action when it is mounted, and draws its result. */
export function ActionResult(props: { url: string; Result: ComponentType<ResultProps>; onClose: () => void }) {
  const { url, Result, onClose } = props;
  return <Result query={usePost(url)} onClose={onClose} />;
}
