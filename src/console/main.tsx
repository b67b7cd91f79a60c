import { createRoot } from 'react-dom/client';
import { App, openConsole } from './app.tsx';
import { screens } from './screens.tsx';

const RELOADED = 'reloadedAt';
const MINUTE_MS = 60_000;

// After a deployment, open pages request chunks that no longer exist. They reload, at most once a minute.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < MINUTE_MS) return;
  event.preventDefault();
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
});

createRoot(document.getElementById('root') as HTMLElement).render(<App {...openConsole(screens)} />);
