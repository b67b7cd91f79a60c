import { type InputNumberProps, Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import type { FilterProps } from './drawn-kind.ts';

/*
 * Inputs for numbers, and the filters with them. Loaded when they are shown: most lists have none.
 */

type Numbers = ComponentType<InputNumberProps<number>>;

const loadNumberInput = async () => ({ default: (await import('../components/number-input.tsx')).NumberInput });
const loadReaisInput = async () => ({ default: (await import('../components/reais-input.tsx')).ReaisInput });
const Filter = lazy(() => import('./number-filter.tsx'));

function late(load: () => Promise<{ default: Numbers }>): Numbers {
  const Input = lazy(load);
  return (props) => (
    <Suspense fallback={<Skeleton.Input active block />}>
      <Input {...props} />
    </Suspense>
  );
}

export const NumberInput = late(loadNumberInput);
export const ReaisInput = late(loadReaisInput);

/** The filter by a range, with `Amount` as both of its inputs. */
export const NumberFilter = (props: FilterProps & { Amount: Numbers }) => (
  <Suspense fallback={<Skeleton.Input active />}>
    <Filter {...props} />
  </Suspense>
);
