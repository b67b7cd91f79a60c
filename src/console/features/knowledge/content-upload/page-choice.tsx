import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../../shared/fold.ts';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { showPlanLimit } from '../../../session/upgrade.ts';
import { type Capture, failuresByReason, type FoundPage, pathWithin, placesTaken } from './capture.ts';

/** From here on the pages are enough to be searched. */
const SEARCH_FROM = 8;

interface Choice {
  capture: Capture;
  chosen: ReadonlySet<string>;
  onChoose: (urls: readonly string[], isWanted: boolean) => void;
}

/** The pages found, each to be ticked; never more than the plan keeps. */
export function PageChoice({ capture, chosen, onChoose }: Choice) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { room, pages } = capture;
  const readable = pages.filter(({ status }) => status === 'read');
  const shown = readable.filter(({ title, url }) => fold(`${title} ${url}`).includes(fold(search.trim())));
  const free = room - placesTaken(pages, chosen);
  const isFull = free <= 0;
  const isShort = readable.filter(({ isKept }) => !isKept).length > room;
  const limitWords = t('content-upload.link.room', { count: room });
  const chosenShown = shown.filter(({ url }) => chosen.has(url)).length;
  const chooseAll = (isWanted: boolean) => {
    const fresh = shown.filter(({ url, isKept }) => !isKept && !chosen.has(url)).slice(0, free);
    onChoose(
      (isWanted ? fresh : shown).map(({ url }) => url),
      isWanted,
    );
  };
  return (
    <>
      {isShort && (
        <p className="capture-limit" role="status">
          <Icon name="info" /> <span>{limitWords}</span>
          <Button type="link" size="small" onClick={() => showPlanLimit(limitWords)}>
            {t('content-upload.link.moreRoom')}
          </Button>
        </p>
      )}
      <div className="choice">
        <div className="choice-head">
          <Checkbox
            checked={shown.length > 0 && chosenShown === shown.length}
            indeterminate={chosenShown > 0 && chosenShown < shown.length}
            onChange={({ target }) => chooseAll(target.checked && !(isFull && chosenShown > 0))}
          >
            {t('content-upload.link.all')}
          </Checkbox>
          <span className="choice-count figures">
            {t('content-upload.link.chosen', { chosen: chosen.size, total: readable.length })}
          </span>
          {readable.length >= SEARCH_FROM && (
            <Input
              className="choice-search"
              role="searchbox"
              aria-label={t('content-upload.link.search')}
              placeholder={t('content-upload.link.search')}
              prefix={<Icon name="search" />}
              allowClear
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
        </div>
        <ul className="choice-pages">
          {shown.map((page) => (
            <PageLine
              key={page.url}
              page={page}
              site={capture.url}
              isChosen={chosen.has(page.url)}
              isOff={isFull && !page.isKept && !chosen.has(page.url)}
              onChoose={(isWanted) => onChoose([page.url], isWanted)}
            />
          ))}
          {shown.length === 0 && <li className="choice-none">{t('content-upload.link.noneMatch', { search })}</li>}
        </ul>
      </div>
    </>
  );
}

function PageLine(props: {
  page: FoundPage;
  site: string;
  isChosen: boolean;
  isOff: boolean;
  onChoose: (isWanted: boolean) => void;
}) {
  const { t } = useTranslation();
  const { page } = props;
  const words = t('content-upload.link.words', { count: page.words, written: formatCount(page.words) });
  return (
    <li>
      <Checkbox
        checked={props.isChosen}
        disabled={props.isOff}
        onChange={({ target }) => props.onChoose(target.checked)}
        className="choice-page"
      >
        <span className="cell-line choice-title" title={page.title}>
          {page.title}
        </span>
        <span className="cell-line choice-path" title={page.url}>
          {pathWithin(props.site, page.url)}
        </span>
      </Checkbox>
      {page.isKept && <span className="choice-kept">{t('content-upload.link.isKept')}</span>}
      <span className="choice-words figures">{words}</span>
    </li>
  );
}

/** The pages that could not be read, by the reason why. */
export function FailedPages({ pages, site }: { pages: readonly FoundPage[]; site: string }) {
  const { t } = useTranslation();
  const groups = failuresByReason(pages);
  const count = groups.reduce((sum, [, failed]) => sum + failed.length, 0);
  if (count === 0) return null;
  return (
    <details className="choice-failed">
      <summary>
        <Icon name="chevronRight" size={14} /> {t('content-upload.link.seeFailed', { count })}
      </summary>
      {groups.map(([reason, failed]) => (
        <section key={reason}>
          <h3>
            {reason || t('content-upload.link.noReason')}{' '}
            <span className="cell-quiet">{t('content-upload.link.pages', { count: failed.length })}</span>
          </h3>
          <ul>
            {failed.map(({ url }) => (
              <li key={url} className="choice-path">
                {pathWithin(site, url)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
