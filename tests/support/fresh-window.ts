import { beforeAll } from 'vitest';

// The files of a process share a window: each finds it empty. Of antd's style sheets, which are left out, one thing
// matters to whom asks what is on the screen.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = '';
  document.head.innerHTML = '<style>[class*="ant-"][class*="-hidden"] { display: none }</style>';
});
