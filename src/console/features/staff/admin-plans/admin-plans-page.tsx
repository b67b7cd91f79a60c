import { Button, Flex, Input, Switch, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { packCatalogue } from '../../../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { type PackInput, packInput, type PackRecord } from '../../../../shared/plans.ts';
import { FormField } from '../../../components/form-field.tsx';
import { formatNumber } from '../../../components/format-figures.ts';
import { NumberInput } from '../../../components/number-input.tsx';
import { ReaisInput } from '../../../components/reais-input.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { EmbeddedList } from '../../../resource/embedded-list.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import { useResourceTexts } from '../../../resource/texts.ts';
import { CatalogueForm } from './catalogue-form.tsx';
import { ClockPart } from './clock-part.tsx';
import '../staff.css';

function OfferDot({ isOffered }: { isOffered: boolean }) {
  const texts = useResourceTexts(packCatalogue);
  return <StatusDot tone={isOffered ? 'good' : 'off'}>{texts.option('isOffered', String(isOffered))}</StatusDot>;
}

const cells = {
  isOffered: ({ isOffered }: { isOffered: boolean }) => <OfferDot isOffered={isOffered} />,
  credits: ({ credits }: { credits: number }) => <span className="figures">{formatNumber(credits)}</span>,
};

/** The plans and credit packs that customers can buy and, with the sandbox gateway, its clock. */
export function AdminPlansPage() {
  const { t } = useTranslation();
  return (
    <ListPage
      resource={planCatalogue}
      cells={cells}
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
  const texts = useResourceTexts(packCatalogue);
  const canCreate = useAllowed(packCatalogue.name, 'create');
  const canEdit = useAllowed(packCatalogue.name, 'edit');
  /** The pack being edited; `new` for a new one. */
  const [edited, setEdited] = useState<Pack | 'new'>();
  return (
    <section className="page-part" aria-label={texts.title}>
      <Flex align="center" justify="space-between" gap={12} className="part-heading">
        <Typography.Title level={2}>{texts.title}</Typography.Title>
        {canCreate && <Button onClick={() => setEdited('new')}>{texts.create}</Button>}
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

/** The form of a credit pack. `record` is undefined for a new one. */
function PackForm({ record, onClose }: { record: PackRecord | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { shape } = packInput;
  const of = (name: keyof typeof shape) => ({ name, label: t(`pack-catalogue.fields.${name}`), schema: shape[name] });
  return (
    <CatalogueForm<PackInput> resource={packCatalogue} record={record} start={{ isOffered: true }} onClose={onClose}>
      <FormField {...of('name')}>
        <Input data-first autoComplete="off" maxLength={60} />
      </FormField>
      <div className="form-row">
        <FormField {...of('price')}>
          <ReaisInput />
        </FormField>
        <FormField {...of('credits')}>
          <NumberInput />
        </FormField>
      </div>
      <FormField {...of('isOffered')} extra={t('pack-catalogue.offerHint')} isSwitch>
        <Switch />
      </FormField>
    </CatalogueForm>
  );
}
