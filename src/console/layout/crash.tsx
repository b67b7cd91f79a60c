import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { crash } from '../../../locales/pt-BR/console.json';

/** What stands in for a screen that broke; its words are at hand whatever else failed to come. */
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
