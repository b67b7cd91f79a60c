import { Button, Card, Flex, Input, InputNumber, Switch, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { packCatalogue } from '../../../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { advanceBody, type SandboxClock } from '../../../../shared/billing.ts';
import { type PackInput, packInput, type PackRecord } from '../../../../shared/plans.ts';
import { fullDate } from '../../../components/days.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { formatNumber } from '../../../components/format-figures.ts';
import { Modal } from '../../../components/modal.tsx';
import { ReaisInput } from '../../../components/reais-input.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { TestNotice } from '../../../components/test-notice.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { EmbeddedList } from '../../../resource/embedded-list.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import { useResourceTexts } from '../../../resource/texts.ts';
import { useSubscription } from '../../../session/subscription.ts';
import { CreditsInput } from './amount-input.tsx';
import { useAdvance, useClock } from './catalogue.ts';
import { useCatalogueForm } from './use-catalogue-form.ts';
import '../staff.css';

const DAYS_FIRST = 30;

/** The clock of the sandbox gateway; nothing if charges are real or the user may not advance it. */
function ClockPart() {
  const canAdvance = useAllowed('sandbox-clock', 'advance');
  const gateway = useSubscription({ enabled: canAdvance });
  const clock = useClock(canAdvance);
  if (!canAdvance || !clock || gateway.data?.data.gateway.isTest === false) return null;
  return <Clock clock={clock} />;
}

function Clock({ clock }: { clock: SandboxClock }) {
  const { t } = useTranslation();
  const id = useId();
  const [days, setDays] = useState<number | null>(DAYS_FIRST);
  const [pendingAdvance, setPendingAdvance] = useState<{ days: number | null } | null>(null);
  const { advance, isBusy } = useAdvance(() => setPendingAdvance(null));
  return (
    <Card className="catalogue-clock" title={<h2>{t('plan-catalogue.clock.title')}</h2>}>
      <TestNotice gateway={{ name: 'sandbox' }} />
      <p className="figures catalogue-now">
        {t('plan-catalogue.clock.now', { moment: fullDate(clock.now) })}{' '}
        {clock.nextAt
          ? t('plan-catalogue.clock.next', { moment: fullDate(clock.nextAt) })
          : t('plan-catalogue.clock.nothing')}
      </p>
      <Flex wrap align="center" gap={8}>
        <Button disabled={!clock.nextAt} onClick={() => setPendingAdvance({ days: null })}>
          {t('plan-catalogue.clock.toNext')}
        </Button>
        <label htmlFor={id}>{t('plan-catalogue.clock.days')}</label>
        <InputNumber<number> id={id} min={1} max={400} precision={0} value={days} onChange={setDays} />
        <Button
          disabled={!advanceBody.safeParse({ days: days ?? 0 }).success}
          onClick={() => setPendingAdvance({ days })}
        >
          {t('plan-catalogue.clock.advance')}
        </Button>
      </Flex>
      <Modal
        open={pendingAdvance !== null}
        title={t('plan-catalogue.clock.sure')}
        onCancel={() => setPendingAdvance(null)}
        okText={t('plan-catalogue.clock.action')}
        confirmLoading={isBusy}
        onOk={() => pendingAdvance && advance(pendingAdvance.days)}
      >
        <p>{t('plan-catalogue.clock.sureText')}</p>
      </Modal>
    </Card>
  );
}

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
  const form = useCatalogueForm<PackInput>({
    resource: packCatalogue.name,
    id: record?.id,
    initial: record ?? { isOffered: true },
    bodyOf: (values) => ({ ...values, name: values.name.trim() }),
    onClose,
  });
  return (
    <FormModal
      {...form}
      width={640}
      title={record ? t('resource.editName', { name: record.name }) : t('pack-catalogue.new')}
      onCancel={onClose}
      okText={t('plan-catalogue.save')}
    >
      <FormField name="name" label={t('pack-catalogue.fields.name')} schema={shape.name}>
        <Input data-first autoComplete="off" maxLength={60} />
      </FormField>
      <div className="form-row">
        <FormField name="price" label={t('pack-catalogue.fields.price')} schema={shape.price}>
          <ReaisInput />
        </FormField>
        <FormField name="credits" label={t('pack-catalogue.fields.credits')} schema={shape.credits}>
          <CreditsInput />
        </FormField>
      </div>
      <FormField
        name="isOffered"
        label={t('pack-catalogue.fields.isOffered')}
        extra={t('pack-catalogue.offerHint')}
        schema={shape.isOffered}
        isSwitch
      >
        <Switch />
      </FormField>
    </FormModal>
  );
}
