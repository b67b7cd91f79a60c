import { Alert, Button, Card, Checkbox, Flex, List } from 'antd';
import { useState } from 'react';
import { fold } from '../../../../shared/fold.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { FoundPage, SiteCapture } from '../../../../shared/site-capture.ts';
import { t } from '../../../providers/i18n.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { SearchBox } from '../../../resource/list-toolbar.tsx';
import { showPlanLimit } from '../../../state/upgrade.ts';
import { contentsNeeded, pathWithin } from './capture.ts';

const SEARCH_FROM = 8;

interface PageChoiceProps {
  capture: SiteCapture;
  chosen: ReadonlySet<string>;
  onChoose: (urls: readonly string[], isWanted: boolean) => void;
}

/** Lists the found pages with check boxes. Users cannot tick more pages than the plan allows. */
export function PageChoice({ capture, chosen, onChoose }: PageChoiceProps) {
  const [search, setSearch] = useState('');
  const { room, pages } = capture;
  const readable = pages.filter(({ status }) => status === 'read');
  const shown = readable.filter(({ title, url }) => fold(`${title} ${url}`).includes(fold(search)));
  const free = room - contentsNeeded(pages, chosen);
  const isFull = free <= 0;
  const isShort = readable.filter(({ isKept }) => !isKept).length > room;
  const limitText = t('content-upload.link.room', { count: room });
  const chosenShown = shown.filter(({ url }) => chosen.has(url)).length;
  const chooseAll = (isWanted: boolean) => {
    const fresh = shown.filter(({ url, isKept }) => !isKept && !chosen.has(url)).slice(0, free);
    onChoose(
      (isWanted ? fresh : shown).map(({ url }) => url),
      isWanted,
    );
  };
  const head = (
    <Flex wrap gap="8px 16px" align="center" className="choice-head">
      <Checkbox
        checked={shown.length > 0 && chosenShown === shown.length}
        indeterminate={chosenShown > 0 && chosenShown < shown.length}
        onChange={({ target }) => chooseAll(target.checked && !(isFull && chosenShown > 0))}
      >
        {t('content-upload.link.all')}
      </Checkbox>
      <span className="figures small-text" style={{ marginInlineEnd: 'auto' }}>
        {t('content-upload.link.chosen', { chosen: chosen.size, total: readable.length })}
      </span>
      {readable.length >= SEARCH_FROM && (
        <SearchBox value={search} label={t('content-upload.link.search')} onSearch={setSearch} />
      )}
    </Flex>
  );
  return (
    <>
      {isShort && (
        <Alert
          type="warning"
          showIcon
          role="status"
          message={limitText}
          action={
            <Button type="link" size="small" onClick={() => showPlanLimit(limitText)}>
              {t('content-upload.link.moreRoom')}
            </Button>
          }
        />
      )}
      <Card size="small" title={head} styles={{ body: { padding: 0 } }}>
        <List
          className="scroll-list"
          dataSource={shown}
          rowKey="url"
          locale={{ emptyText: t('content-upload.link.noneMatch', { search }) }}
          renderItem={(page) => (
            <PageLine
              page={page}
              site={capture.url}
              isChosen={chosen.has(page.url)}
              isOff={isFull && !page.isKept && !chosen.has(page.url)}
              onChoose={(isWanted) => onChoose([page.url], isWanted)}
            />
          )}
        />
      </Card>
    </>
  );
}

const languageNames = new Intl.DisplayNames('pt-BR', { type: 'language' });
/** Returns the name of a language: `inglês`; undefined when it is not known. */
const languageName = (tag: string | null) => (tag ? languageNames.of(tag) : undefined);

function PageLine(props: {
  page: FoundPage;
  site: string;
  isChosen: boolean;
  isOff: boolean;
  onChoose: (isWanted: boolean) => void;
}) {
  const { page } = props;
  return (
    <List.Item
      extra={
        // A file has not been read yet.
        page.words > 0 && (
          <span className="figures small-text wide-only">
            {t('content-upload.link.words', { count: page.words, formatted: formatCount(page.words) })}
          </span>
        )
      }
    >
      <Checkbox
        checked={props.isChosen}
        disabled={props.isOff}
        onChange={({ target }) => props.onChoose(target.checked)}
        className="choice-page"
      >
        <Line value={page.title} />
        <span className="cell-line small-text" title={page.url}>
          {pathWithin(props.site, page.url)}
        </span>
        {page.translation && (
          <span className="cell-line small-text">
            {t('content-upload.link.translation', {
              language: languageName(page.translation.language) ?? t('content-upload.link.otherLanguage'),
              page: pathWithin(props.site, page.translation.of),
            })}
          </span>
        )}
      </Checkbox>
      {page.isKept && <span className="small-text">{t('content-upload.link.isKept')}</span>}
    </List.Item>
  );
}
