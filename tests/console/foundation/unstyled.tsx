import { createCache, StyleProvider } from '@ant-design/cssinjs';
import type { ReactNode } from 'react';

const cache = createCache();
const update = cache.opUpdate.bind(cache);
/** Keeps what unmounted components would remove, so that antd computes a style once and not for each test. */
cache.opUpdate = (path, next) => update(path, (before) => next(before) ?? before);

/** Leaves antd's style sheets out: happy-dom matches all their rules against each queried element, which is slow. */
export const Unstyled = ({ children }: { children: ReactNode }) => (
  <StyleProvider mock="server" cache={cache}>
    {children}
  </StyleProvider>
);
