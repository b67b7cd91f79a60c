import * as React from 'react';
import { beforeAll } from 'vitest';

// React's development build takes a stack trace of each element, for messages of its own: a tenth of the tests' time.
// It stops at 10,000 a second, which the counter has therefore always reached.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty((React as unknown as Record<string, object>)[internals], 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => undefined,
  configurable: true,
});

// All test files of a process share one window, so each must find it empty. antd's style sheets are not loaded; this is
// the one rule of theirs that decides what is visible.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = '';
  document.head.innerHTML = '<style>[class*="ant-"][class*="-hidden"] { display: none }</style>';
});
