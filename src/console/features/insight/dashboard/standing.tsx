import { useTranslation } from 'react-i18next';
import { contents } from '../../../../../resources/contents.ts';
import { contexts } from '../../../../../resources/contexts.ts';
import { hyperlinks } from '../../../../../resources/hyperlinks.ts';
import { users } from '../../../../../resources/users.ts';
import type { Dashboard } from '../../../../shared/insight.ts';
import { Figure } from './figures.tsx';

/** Shows how many contexts, contents, links and invitations the account has. */
export function Standing({ counts }: { counts: Dashboard['counts'] }) {
  const { t } = useTranslation();
  const { contexts: places, contents: known, invitations, links } = counts;
  const all = known.done + known.pending + known.working + known.error;
  const untrained = known.pending + known.working;
  const notes = [
    known.error ? t('dashboard.figures.failed', { count: known.error }) : '',
    untrained ? t('dashboard.figures.untrained', { count: untrained }) : '',
  ];
  return (
    <div className="tiles">
      <Figure
        label={t('contexts.title')}
        value={places.active + places.pending}
        to={contexts.path}
        note={t('dashboard.figures.contexts', { active: places.active, pending: places.pending })}
      />
      <Figure label={t('contents.title')} value={all} to={contents.path} note={notes.filter(Boolean).join(', ')} />
      <Figure label={t('hyperlinks.title')} value={links} to={hyperlinks.path} />
      {invitations && (
        <Figure
          label={t('dashboard.figures.invitations')}
          value={invitations.pending + invitations.expired + invitations.accepted}
          to={users.path}
          note={t('dashboard.figures.invited', { pending: invitations.pending, accepted: invitations.accepted })}
        />
      )}
    </div>
  );
}
