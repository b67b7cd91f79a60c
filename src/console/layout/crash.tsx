import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { crash } from '../../../locales/pt-BR/console.json';

/**
 * The error element of the routes: shown instead of a screen that crashed or did not load. Imports its texts, so that it
 * works without i18n. Also logs the error to the browser's console.
 */
export function Crash() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="crash" role="alert">
      <h1>{crash.title}</h1>
      <p>{crash.text}</p>
      <button type="button" className="crash-action" onClick={() => window.location.reload()}>
        {crash.action}
      </button>
    </main>
  );
}
