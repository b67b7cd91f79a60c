import { Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { packCatalogue } from '../../../../../resources/pack-catalogue.ts';
import { type PackInput, packInput, type PackRecord } from '../../../../shared/plans.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { ReaisInput } from '../../../components/reais-input.tsx';
import { CreditsInput } from './amount-input.tsx';
import { useCatalogueForm } from './use-catalogue-form.ts';

/** The form of a credit pack. `record` is undefined for a new one. */
export function PackForm({ record, onClose }: { record: PackRecord | undefined; onClose: () => void }) {
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
