import { crash } from '../../../locales/pt-BR/console.json';
import './crash-notice.css';

/** What stands in for a screen that broke or did not come; its words are at hand whatever else failed to. */
export const CrashNotice = () => (
  <main className="crash" role="alert">
    <h1>{crash.title}</h1>
    <p>{crash.text}</p>
    <button type="button" className="crash-action" onClick={() => window.location.reload()}>
      {crash.action}
    </button>
  </main>
);
