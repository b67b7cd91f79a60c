import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import guides from '../../../../locales/pt-BR/guides.json';
import words from '../../../../locales/pt-BR/help.json';
import { defaultGuide, type Guide, guideAt, type Guides, hasDefaultGuide } from '../../../shared/help.ts';
import { MenuIcon } from '../../components/menu-icon.tsx';
import { useModal } from '../../components/modal.ts';
import { screenAt } from '../../screen-at.ts';
import { useScreens } from '../palette/screens.ts';
import { openTalk, useHelp } from './help-store.ts';
import './help.css';

const screens: Guides = guides.screens;

/** The guide of the current screen: its own, or the default one of the resource that it shows. */
function useGuide(): Guide | undefined {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const resource = screenAt(pathname)?.resource;
  if (!resource || !hasDefaultGuide(resource)) return screens[guideAt(screens, pathname) ?? ''];
  const textOf = (key: string) => t(`${resource.name}.${key}`);
  const texts = { title: textOf('title'), intro: textOf('intro'), new: textOf('new') };
  const all = { [resource.path]: defaultGuide(texts, guides.defaults), ...screens };
  return all[guideAt(all, pathname) ?? ''];
}

/** The short guide of the screen in sight, at its side. */
export function GuidePanel({ close }: { close: () => void }) {
  const modal = useModal(close);
  const { isMissing } = useHelp();
  const guide = useGuide();
  const ask = () => {
    close();
    openTalk();
  };
  return (
    <dialog className="guide" aria-labelledby="guide-title" {...modal}>
      <div className="guide-frame">
        <header className="guide-head">
          <div>
            <p className="guide-eyebrow">{words.eyebrow}</p>
            <h2 id="guide-title">{guide?.title ?? words.eyebrow}</h2>
          </div>
          <Button type="text" icon={<MenuIcon name="close" />} aria-label={words.close} onClick={close} />
        </header>
        {/* Scrolled by the keys, hence a stop of its own. */}
        <div className="guide-body" tabIndex={0} role="region" aria-labelledby="guide-title">
          {guide ? <Told guide={guide} close={close} /> : <p>{words.none}</p>}
        </div>
        {!isMissing && (
          <footer className="guide-foot">
            <span>{words.ask}</span>
            <button type="button" onClick={ask}>
              <MenuIcon name="chat" size={16} />
              {words.askAction}
            </button>
          </footer>
        )}
      </div>
    </dialog>
  );
}

function Told({ guide, close }: { guide: Guide; close: () => void }) {
  const reachable = useScreens();
  const related = guide.related.flatMap((path) => reachable.find((screen) => screen.path === path) ?? []);
  return (
    <>
      <p className="guide-for">{guide.for}</p>
      <dl>
        {guide.questions.map(({ q, a }) => (
          <div key={q}>
            <dt>{q}</dt>
            <dd>{a}</dd>
          </div>
        ))}
      </dl>
      {related.length > 0 && (
        <nav aria-label={words.related}>
          <h3>{words.related}</h3>
          {related.map(({ path, label, icon }) => (
            <Link key={path} to={path} className="popup-item" onClick={close}>
              {typeof icon === 'string' ? <MenuIcon name={icon} /> : icon}
              {label}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
