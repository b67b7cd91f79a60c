import { beforeAll } from 'vitest';

// All test files of a process share one window, so each must find it empty. antd's style sheets are not loaded; this is
// the one rule of theirs that decides what is visible, and what a text area needs to compute its height.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = '';
  document.head.innerHTML =
    '<style>[class*="ant-"][class*="-hidden"] { display: none } textarea { padding: 0; border: 0 }</style>';
});
