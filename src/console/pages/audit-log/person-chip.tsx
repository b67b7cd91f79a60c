import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { users } from '../../../../resources/users.ts';
import { PAGE_SIZE_MAX } from '../../../shared/constants.ts';
import type { AuditEntry } from '../../../shared/audit.ts';
import { request } from '../../http/client.ts';
import { Chip } from '../../resource/filter-chip.tsx';
import { Icon } from '../../resource/icon.tsx';
import { Button } from '../../resource/button.tsx';
import { Skeleton } from '../../resource/skeleton.tsx';

interface Choice {
  id: string;
  name: string;
}

/** The people of one's own account; who has left stays in the entries, and is found by them. */
function usePeople(isAsked: boolean): Choice[] | undefined {
  const { data } = useQuery({
    queryKey: ['audit-log', 'people'],
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE_SIZE_MAX };
      const found = await request<{ data: { id: string; name: string | null; email: string }[] }>(`/${users.name}`, {
        query,
        signal,
      });
      return found.data.map(({ id, name, email }) => ({ id, name: name ?? email }));
    },
    enabled: isAsked,
  });
  return data;
}

/** People whom the entries in sight name. */
function namedIn(entries: readonly AuditEntry[]): Choice[] {
  const named = entries.flatMap(({ userId, userName }) => (userId && userName ? [{ id: userId, name: userName }] : []));
  return [...new Map(named.map((one) => [one.id, one])).values()];
}

/** Filter of one person. `hasPeople`: the log is of one's own account, whose people can be listed. */
export function PersonChip(props: {
  id: string | undefined;
  entries: readonly AuditEntry[];
  hasPeople: boolean;
  onChange: (id?: string) => void;
}) {
  const { t } = useTranslation();
  const { id, entries, hasPeople, onChange } = props;
  const people = usePeople(hasPeople);
  const known = new Map([...namedIn(entries), ...(people ?? [])].map((one) => [one.id, one]));
  const choices = [...known.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  const chosen = id && (known.get(id)?.name ?? t('audit-log.onePerson'));
  return (
    <Chip label={t('audit-log.fields.person')} icon="user" chosen={chosen} clear={() => onChange(undefined)}>
      {(close) => (
        <div className="chip-orders audit-people">
          {choices.map((choice) => (
            <Button
              key={choice.id}
              type="text"
              aria-pressed={choice.id === id}
              onClick={() => {
                onChange(choice.id);
                close();
              }}
            >
              <span className="cell-line">{choice.name}</span>
              {choice.id === id && <Icon name="check" />}
            </Button>
          ))}
          {choices.length === 0 &&
            (hasPeople && !people ? <Skeleton rows={3} /> : <p className="account-none">{t('audit-log.noPerson')}</p>)}
        </div>
      )}
    </Chip>
  );
}
