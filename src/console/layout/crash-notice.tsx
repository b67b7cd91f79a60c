import { crash } from '../../../locales/pt-BR/console.json';

/** Shown instead of a screen that crashed or did not load. Imports its texts, so that it works without i18n. */
export const CrashNotice = () => (
  <main className="crash" role="alert">
    <h1>{crash.title}</h1>
    <p>{crash.text}</p>
    <button type="button" className="crash-action" onClick={() => window.location.reload()}>
      {crash.action}
    </button>
  </main>
);
