import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackRecord, PlanRecord } from '../../../../shared/plans.ts';
import { Icon } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import './admin-plans.css';
import { PackTable, PlanTable } from './catalogue-tables.tsx';
import { packCatalogueQuery, planCatalogueQuery } from './catalogue.ts';
import { ClockPart } from './clock-part.tsx';
import { PackForm } from './pack-form.tsx';
import { PlanForm } from './plan-form.tsx';

/** What is being edited; `new`: one that is not there yet. */
type Edited<R> = R | 'new' | null;

/** The plans and packs that customers can buy and, while nothing is really charged, the clock of the trials. */
export function AdminPlansPage() {
  const { t } = useTranslation();
  const plans = useQuery(planCatalogueQuery);
  const packs = useQuery(packCatalogueQuery);
  const canCreate = useAllowed('plan-catalogue', 'create');
  const [plan, setPlan] = useState<Edited<PlanRecord>>(null);
  const [pack, setPack] = useState<Edited<PackRecord>>(null);
  return (
    <PageFrame
      title={t('admin-plans.title')}
      intro={t('admin-plans.intro')}
      action={
        canCreate && (
          <Button type="primary" icon={<Icon name="add" />} onClick={() => setPlan('new')}>
            {t('admin-plans.addPlan')}
          </Button>
        )
      }
      wide
    >
      <section className="catalogue-part" aria-label={t('admin-plans.plans')}>
        <PlanTable query={plans} onEdit={setPlan} />
        <p className="catalogue-note">{t('admin-plans.notOffered')}</p>
      </section>
      <section className="catalogue-part" aria-label={t('admin-plans.packs')}>
        <div className="catalogue-head">
          <h2>{t('admin-plans.packs')}</h2>
          {canCreate && <Button onClick={() => setPack('new')}>{t('admin-plans.addPack')}</Button>}
        </div>
        <PackTable query={packs} onEdit={setPack} />
      </section>
      <ClockPart />
      {plan && <PlanForm record={plan === 'new' ? undefined : plan} onClose={() => setPlan(null)} />}
      {pack && <PackForm record={pack === 'new' ? undefined : pack} onClose={() => setPack(null)} />}
    </PageFrame>
  );
}
