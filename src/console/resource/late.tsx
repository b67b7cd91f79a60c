import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';

/** Returns an input whose code is loaded when it is first shown. */
export function late<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Input = lazy(load) as unknown as ComponentType<P>;
  return (props: P) => (
    <Suspense fallback={<Skeleton.Input active block />}>
      <Input {...props} />
    </Suspense>
  );
}
