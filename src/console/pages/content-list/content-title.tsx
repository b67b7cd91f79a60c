import { Icon, type IconName } from '../../resource/icon.tsx';
import type { Content } from './content-list-page.tsx';
import './content-list.css';

export const KIND_ICONS: Record<Content['type'], IconName> = {
  FILE: 'file',
  LINK: 'globe',
  FAQ: 'question',
  SITEMAP: 'sitemap',
};

/** What stands below a content's name: where it is from, or how its answer begins. Never the name over again. */
function secondLine({ type, title, url, fileName, answer }: Content): string | null {
  const line = type === 'FAQ' ? answer : type === 'FILE' ? fileName : (url?.replace(/^https?:\/\//i, '') ?? null);
  return line === title || line === null ? null : line;
}

/** A content's name with the icon of its kind and its second line. */
export function ContentTitle({ content }: { content: Content }) {
  const second = secondLine(content);
  const title = content.title.replace(/^https?:\/\//i, '');
  return (
    <span className={content.enabled ? 'content-title' : 'content-title content-off'}>
      <Icon name={KIND_ICONS[content.type]} size={18} />
      <span className="content-lines">
        <span className="cell-line content-name" title={content.title}>
          {title}
        </span>
        {second && <span className="cell-line content-second">{second.slice(0, 160)}</span>}
      </span>
    </span>
  );
}
