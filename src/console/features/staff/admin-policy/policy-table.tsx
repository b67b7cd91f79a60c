import { Button, Input, Typography } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { fold } from '../../../../shared/fold.ts';
import { formatList } from '../../../../shared/format.ts';
import type { PolicyCell, PolicyQuestion, PolicySituation, PolicyView } from '../../../../shared/policy.ts';
import { PLAN_FLAGS } from '../../../../shared/roles.ts';
import { ChoicesSelect } from '../../../components/choice-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import {
  actionLabel,
  namedAction,
  namedFlag,
  namedOptions,
  namedResource,
  namedRole,
  PolicyName,
  resourceLabel,
  roleLabel,
} from '../../../components/policy-labels.tsx';
import { NothingMatches } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';
import { AnswerMark, type PolicyLine, type RoleName } from './policy-parts.tsx';
import { VerdictCard } from './verdict-card.tsx';

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The columns after the roles: staff in a customer's account, and API keys. */
const OTHER_COLUMNS = ['onBehalf', 'byKey'] as const;

interface AskedCell {
  id: string;
  question: PolicyQuestion;
  situation: PolicySituation;
}

/** Moves the focus between cells with the arrow keys, so that the table's thousand buttons are a single tab stop. */
function onArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as Element).closest<HTMLElement>('[data-at]');
  if (!step || !cell) return;
  const [row = 0, column = 0] = (cell.dataset.at ?? '').split(' ').map(Number);
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-at="${row + step[0]} ${column + step[1]}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Returns the lines that match a search in the policy's identifiers or their labels. */
function useFilteredPolicy(policy: PolicyView, search: string): PolicyLine[] {
  const texts = useMemo(
    () =>
      policy.table.map(({ resource, action }) =>
        fold(`${resource} ${resourceLabel(resource)} ${action} ${actionLabel(action)}`),
      ),
    [policy],
  );
  const searchWords = fold(search).split(/\s+/).filter(Boolean);
  return policy.table.filter((_, at) => searchWords.every((word) => texts[at]?.includes(word)));
}

/** The matrix of roles and actions, with filters. A click on a cell shows the policy row that decides. */
export function PolicyTable({ policy }: { policy: PolicyView }) {
  const [search, setSearch] = useState('');
  const [chosenRoles, setRoles] = useState<RoleName[]>([]);
  const [asked, setAsked] = useState<AskedCell>();
  const roles = policy.roles.filter((role) => chosenRoles.length === 0 || chosenRoles.includes(role));
  const lines = useFilteredPolicy(policy, search);
  const clear = () => {
    setSearch('');
    setRoles([]);
  };
  return (
    <>
      <div className="list-toolbar" role="search">
        <Input
          className="list-search"
          role="searchbox"
          aria-label={t('admin-policy.search')}
          placeholder={t('admin-policy.search')}
          prefix={<Icon name="search" />}
          allowClear
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <div className="policy-roles">
          <ChoicesSelect<RoleName>
            aria-label={t('admin-policy.rolesShown')}
            placeholder={t('admin-policy.allRoles')}
            value={chosenRoles}
            onChange={setRoles}
            options={namedOptions(policy.roles, namedRole)}
          />
        </div>
        <Typography.Text type="secondary" className="figures" role="status">
          {t('admin-policy.pairs', { count: lines.length })}
        </Typography.Text>
      </div>
      {lines.length === 0 ? (
        <NothingMatches clear={clear} />
      ) : (
        <div className="policy-frame framed" tabIndex={-1}>
          <table className="policy-table" aria-label={t('admin-policy.tabs.table')} onKeyDown={onArrow}>
            <thead>
              <tr>
                <th scope="col" className="cell-small">
                  {t('admin-policy.corner')}
                </th>
                {roles.map((role) => (
                  <th key={role} scope="col">
                    <PolicyName kind="role" name={role} />
                  </th>
                ))}
                {OTHER_COLUMNS.map((name) => (
                  <th key={name} scope="col">
                    <span className="policy-name">
                      {t(`admin-policy.columns.${name}.title`)} <code>{t(`admin-policy.columns.${name}.text`)}</code>
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            {[...Map.groupBy(lines, ({ resource }) => resource)].map(([resource, ofThing]) => (
              <tbody key={resource}>
                <tr className="policy-resource">
                  <th scope="rowgroup" colSpan={roles.length + 1 + OTHER_COLUMNS.length}>
                    <PolicyName kind="resource" name={resource} />
                  </th>
                </tr>
                {ofThing.map((line) => (
                  <TableLine
                    key={line.action}
                    line={line}
                    at={lines.indexOf(line)}
                    roles={roles}
                    asked={asked}
                    ask={setAsked}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {asked && (
        <div className="policy-inspector">
          <VerdictCard
            question={asked.question}
            situation={asked.situation}
            close={
              <Button
                type="text"
                size="small"
                aria-label={t('admin-policy.closeVerdict')}
                icon={<Icon name="close" />}
                onClick={() => setAsked(undefined)}
              />
            }
          />
        </div>
      )}
    </>
  );
}

/** Returns the question for a cell. It includes the cell's flag, so that the answer shows the row that decides. */
const questionOf = ({ resource, action }: PolicyLine, { role, flag }: PolicyCell): PolicyQuestion => ({
  role,
  flags: PLAN_FLAGS.filter((one) => one === flag),
  resource,
  action,
});

const SITUATION_OF: Partial<Record<string, PolicySituation>> = { onBehalf: 'customer', byKey: 'key' };

interface LineProps {
  line: PolicyLine;
  at: number;
  roles: readonly RoleName[];
  asked: AskedCell | undefined;
  ask: (asked: AskedCell) => void;
}

function TableLine({ line, at, roles, asked, ask }: LineProps) {
  const { resource, action } = line;
  const cells = [
    ...line.cells.filter(({ role }) => roles.includes(role)).map((cell) => ({ column: cell.role, cell })),
    ...OTHER_COLUMNS.map((column) => ({ column, cell: line[column] })),
  ];
  const flags = [...new Set(cells.flatMap(({ cell }) => (cell.answer === 'plan' && cell.flag ? [cell.flag] : [])))];
  return (
    <tr>
      <th scope="row">
        <PolicyName kind="action" name={action} />
        {flags.length > 0 && (
          <span className="policy-flags">
            {t('admin-policy.withFlags', { flags: formatList(flags.map(namedFlag)) })}
          </span>
        )}
      </th>
      {cells.map(({ column, cell }, index) => {
        const isOther = column !== cell.role;
        const id = `${resource} ${action} ${column}`;
        const keyRole = column === 'byKey' && cell.answer !== 'no' ? cell.role : null;
        return (
          <td key={column}>
            <button
              type="button"
              data-at={`${at} ${index}`}
              className="policy-cell"
              tabIndex={at === 0 && index === 0 ? 0 : -1}
              aria-pressed={asked?.id === id}
              aria-label={t('admin-policy.cell', {
                role: isOther ? t(`admin-policy.columns.${column}.title`) : namedRole(cell.role),
                deed: `${namedResource(resource)}, ${namedAction(action)}`,
                // What is shown first, as it is shown.
                answer: [
                  t(`admin-policy.answers.${cell.answer}`),
                  keyRole && namedRole(keyRole),
                  cell.answer === 'plan' && cell.flag && namedFlag(cell.flag),
                ]
                  .filter(Boolean)
                  .join(' '),
              })}
              onClick={() => ask({ id, question: questionOf(line, cell), situation: SITUATION_OF[column] ?? 'own' })}
            >
              <AnswerMark answer={cell.answer} flag={null} /> {keyRole && roleLabel(keyRole)}
            </button>
          </td>
        );
      })}
    </tr>
  );
}
