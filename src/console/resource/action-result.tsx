import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { usePost } from '../components/use-post.ts';

/** Draws what an action has answered, while it is asked for, too. */
export interface ResultProps<T extends object = object> {
  query: ReturnType<typeof usePost<T>>;
  onClose: () => void;
}

/** Parts for the actions with a result, by their name. */
export type Results = Partial<Record<string, ComponentType<ResultProps<never>>>>;

interface Props {
  url: string;
  /** How often it has been asked for; more than once repeats it. */
  times: number;
  Result: ComponentType<ResultProps>;
  onClose: () => void;
}

/** Does an action when it is mounted, and draws its result. */
export function ActionResult({ url, times, Result, onClose }: Props) {
  const query = usePost(url);
  const repeat = useEffectEvent(() => void query.refetch());
  useEffect(() => {
    if (times > 1) repeat();
  }, [times]);
  return <Result query={query} onClose={onClose} />;
}
