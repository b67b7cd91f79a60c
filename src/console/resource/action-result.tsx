import { type ComponentType, useEffect, useEffectEvent } from 'react';
import type { DeclaredAction } from '../../../resources/kit/resource.ts';
import { usePost } from '../components/use-get.ts';

/** Draws what an action has answered, while it is asked for, too. */
export interface ResultProps<T extends object = object> {
  query: ReturnType<typeof usePost<T>>;
  onClose: () => void;
}

/** Parts for the actions with a result, by their name. */
export type Results = Partial<Record<string, ComponentType<ResultProps<never>>>>;

interface Props {
  /** The path of the row. */
  path: string;
  call: DeclaredAction;
  results: Results;
  /** How often it has been asked for; more than once repeats it. */
  times: number;
  onClose: () => void;
}

/** Does an action when it is mounted, and draws its result. */
export function ActionResult({ path, call, results, times, onClose }: Props) {
  const query = usePost(`${path}/${call.path ?? call.name}`);
  const repeat = useEffectEvent(() => void query.refetch());
  useEffect(() => {
    if (times > 1) repeat();
  }, [times]);
  const Result = results[call.name] as ComponentType<ResultProps> | undefined;
  return Result && <Result query={query} onClose={onClose} />;
}
