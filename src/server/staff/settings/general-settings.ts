import {
  type GeneralChange,
  type GeneralRecord,
  type GeneralSettings,
  generalSettings,
} from '../../../shared/staff.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { platformSettings } from '../../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import { queueHelp } from '../../jobs/queue-help.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { findPlan } from '../accounts/change-plan.ts';
import type { StaffMember } from '../staff-member.ts';

/** Created if missing, and locked. */
async function settingsRow(tx: Tx): Promise<GeneralSettings> {
  await tx.insert(platformSettings).values({ id: 'platform' }).onConflictDoNothing();
  const [row] = await tx.select().from(platformSettings).for('update');
  return generalSettings.parse(row);
}

const recordOf = (settings: GeneralSettings): GeneralRecord => ({ ...settings, version: versionOf(settings) });

export const readGeneralSettings = async (db: Db): Promise<GeneralRecord> =>
  recordOf(await withPlatform(db, settingsRow));

/** Records the changes. Throws `ApiError` `changed_meanwhile`; `invalid_input` for an unknown initial plan. */
export function editGeneralSettings(db: Db, member: StaffMember, change: GeneralChange): Promise<GeneralRecord> {
  return withPlatform(db, async (tx) => {
    const before = await settingsRow(tx);
    const edited = { accountId: member.accountId, actions: ['settings_changed'], values: before };
    const after = { ...before, ...(await mergeChange(tx, edited, change)) };
    await findPlan(tx, after.initialPlanId, 'initialPlanId');
    const names = (Object.keys(after) as (keyof GeneralSettings)[]).filter((name) => before[name] !== after[name]);
    if (names.length === 0) return recordOf(after);
    await tx.update(platformSettings).set(after);
    await queueHelp(tx);
    const changed = Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]));
    await writeAudit(tx, member, 'settings_changed', { detail: changed });
    return recordOf(after);
  });
}
