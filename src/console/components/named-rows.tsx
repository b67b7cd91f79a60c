import { t } from '../providers/i18n.ts';

const MAX_NAMED = 5;

/** Names the first rows that an action is about, and counts the others. */
export function NamedRows({ names }: { names: readonly string[] }) {
  const others = names.length - MAX_NAMED;
  return (
    <ul>
      {names.slice(0, MAX_NAMED).map((name, at) => (
        <li key={at}>
          <span className="cell-line">{name}</span>
        </li>
      ))}
      {others > 0 && <li>{t('resource.bulk.more', { count: others })}</li>}
    </ul>
  );
}
