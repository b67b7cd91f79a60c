import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { packCatalogue } from '../../../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { EmbeddedList } from '../../../resource/embedded-list.tsx';
import { CreateLink } from '../../../resource/list-actions.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import { useResourceTexts } from '../../../resource/words.ts';
import { ClockPart } from './clock-part.tsx';
import { PackForm } from './pack-form.tsx';
import '../staff.css';

function OfferDot({ isOffered }: { isOffered: boolean }) {
  const words = useResourceTexts(packCatalogue);
  return <StatusDot tone={isOffered ? 'good' : 'off'}>{words.option('isOffered', String(isOffered))}</StatusDot>;
}

/** Custom cells for both plans and packs. */
const cells = {
  isOffered: ({ isOffered }: { isOffered: boolean }) => <OfferDot isOffered={isOffered} />,
  credits: ({ credits }: { credits: number }) => <span className="figures">{formatNumber(credits)}</span>,
};

/** The plans and credit packs that customers can buy and, with the sandbox gateway, its clock. */
export function AdminPlansPage() {
  const { t } = useTranslation();
  const words = useResourceTexts(planCatalogue);
  return (
    <ListPage
      resource={planCatalogue}
      cells={cells}
      create={<CreateLink resource={planCatalogue} words={words} />}
      below={
        <>
          <Typography.Paragraph type="secondary">{t('plan-catalogue.notOffered')}</Typography.Paragraph>
          <Packs />
          <ClockPart />
        </>
      }
    />
  );
}

type Pack = RecordOf<typeof packCatalogue>;

function Packs() {
  const { t } = useTranslation();
  const words = useResourceTexts(packCatalogue);
  const canCreate = useAllowed(packCatalogue.name, 'create');
  const canEdit = useAllowed(packCatalogue.name, 'edit');
  /** The pack being edited; `new` for a new one. */
  const [edited, setEdited] = useState<Pack | 'new'>();
  return (
    <section className="page-part catalogue-part" aria-label={words.title}>
      <Flex align="center" justify="space-between" gap={12}>
        <Typography.Title level={2}>{words.title}</Typography.Title>
        {canCreate && <Button onClick={() => setEdited('new')}>{words.create}</Button>}
      </Flex>
      <EmbeddedList
        resource={packCatalogue}
        cells={cells}
        actions={(pack) =>
          canEdit
            ? [
                {
                  icon: 'edit' as const,
                  label: t('resource.editName', { name: pack.name }),
                  hint: t('resource.edit'),
                  onClick: () => setEdited(pack),
                },
              ]
            : []
        }
      />
      {edited && <PackForm record={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}
